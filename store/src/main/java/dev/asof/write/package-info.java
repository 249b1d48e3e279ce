/// Changes in, statements, beliefs and ledger entries out, under the head row's lock;
/// `dev.asof.history` reads them.
///
/// [Store] is the door: one call, one transaction. [Importer] carries whole files through it.
@NullMarked
package dev.asof.write;

import org.jspecify.annotations.NullMarked;
