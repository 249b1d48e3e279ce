/// The ids of rows as types, so that a document's is never passed for a version's; used by
/// everyone.
///
/// Every id but the tenant's is made from the transaction that opened the row, see [RowIds].
@NullMarked
package dev.asof.id;

import org.jspecify.annotations.NullMarked;
