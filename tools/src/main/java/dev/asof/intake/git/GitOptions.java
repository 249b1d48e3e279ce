package dev.asof.intake.git;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.nio.charset.Charset;
import java.util.List;
import org.eclipse.jgit.ignore.FastIgnoreRule;
import org.jspecify.annotations.Nullable;

/// What of a repository is imported, and how it is read.
///
/// @param source whom the records are recorded of
/// @param paths patterns as in a `.gitignore`; the last that fits a path decides, and one that
///   begins with `!` takes out
/// @param branch name of the branch, tag or commit whose main line is read; null: HEAD
/// @param dating how the start of validity is found
/// @param charset in which texts are written that are not UTF-8; null: detected for each
/// @param language of the texts, BCP 47; null: unknown
public record GitOptions(
    String source,
    List<String> paths,
    @Nullable String branch,
    Dating dating,
    @Nullable Charset charset,
    @Nullable String language) {

  public GitOptions {
    paths = List.copyOf(paths);
    if (paths.isEmpty()) {
      throw new CallerFault(Code.BAD_INPUT, "no path is given; name some, such as *.md");
    }
    for (String path : paths) {
      FastIgnoreRule rule = new FastIgnoreRule(path);
      if (rule.isEmpty()) {
        throw new CallerFault(
            Code.BAD_INPUT, "\"" + path + "\" fits no path; write one such as *.md or laws/**");
      }
    }
  }

  /// All patterns of [#source], everything else as it is by default.
  public static GitOptions of(String source, String... paths) {
    return new GitOptions(source, List.of(paths), null, Dating.STATED, null, null);
  }

  public GitOptions dated(Dating otherwise) {
    return new GitOptions(source, paths, branch, otherwise, charset, language);
  }

  public GitOptions onBranch(String other) {
    return new GitOptions(source, paths, other, dating, charset, language);
  }
}
