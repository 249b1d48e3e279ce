/// A question comes in, in words or with its times given; an answer goes out, to people, to files
/// and to [dev.asof.audit]. Each period that is asked about is one sub-query of its own: candidates
/// from `rank`, inside what `eligible` admits, verified and cited by `cite`.
@NullMarked
package dev.asof.ask;

import org.jspecify.annotations.NullMarked;
