/// What a sceptic would try: random histories against a slow model, readers and writers at the same
/// time, servers killed, other bitemporal databases asked the same. Short forms run in every build;
/// the classes named `...Conformance` run by the profile `conformance`. `CONFORMANCE.md` of this
/// module says how, and what was seen.
@NullMarked
package dev.asof.conformance;

import org.jspecify.annotations.NullMarked;
