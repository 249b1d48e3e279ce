/// A command line in, its answer out of a process that stays: it keeps connections, index and model
/// open between commands, so that a question need not wait for them. [ResidentClient] is the thin
/// side in the process that was started, [Resident] the lasting one; what runs a command there is
/// handed in. Where there is no resident, a command runs in its own process with the same answer.
@NullMarked
package dev.asof.cli.resident;

import org.jspecify.annotations.NullMarked;
