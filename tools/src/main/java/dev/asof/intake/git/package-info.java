/// A git repository in, one record for each text that a commit of its main line changed out;
/// `dev.asof.write` imports them.
///
/// [GitImport] is the way in. It reads with JGit and writes nothing into the repository.
@NullMarked
package dev.asof.intake.git;

import org.jspecify.annotations.NullMarked;
