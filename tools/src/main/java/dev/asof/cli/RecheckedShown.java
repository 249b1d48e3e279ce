package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.audit.Correction;
import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.filed.FileFormat;
import dev.asof.filed.Rechecked;
import dev.asof.history.LedgerEntry;
import dev.asof.shown.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Filed records that were asked again, as every format shows them, and the exit code.
final class RecheckedShown {
  private RecheckedShown() {}

  /// The files that are named, and those that lie in named folders, at any depth, in order of their
  /// paths.
  ///
  /// Throws a [CallerFault] where a folder holds no file that could be a record, or cannot be read.
  static List<Path> files(List<Path> named) {
    List<Path> files = new ArrayList<>();
    for (Path one : named) {
      if (!Files.isDirectory(one)) {
        files.add(one);
        continue;
      }
      try (Stream<Path> found = Files.walk(one)) {
        List<Path> in =
            found
                .filter(Files::isRegularFile)
                .filter(file -> FileFormat.of(file) != FileFormat.TEXT)
                .sorted()
                .toList();
        if (in.isEmpty()) {
          throw new CallerFault(
              Code.BAD_INPUT,
              "the folder " + one + " holds no json, html or pdf; name one with filed records");
        }
        files.addAll(in);
      } catch (IOException e) {
        throw new CallerFault(
            Code.BAD_INPUT,
            "the folder " + one + " cannot be read (" + Texts.reason(e) + "); name one that can",
            e);
      }
    }
    return files;
  }

  /// That of the worst.
  static int exit(List<Rechecked> all) {
    return all.stream()
        .map(Rechecked::outcome)
        .max(Comparator.naturalOrder())
        .map(worst ->
            switch (worst) {
              case STANDS -> AsofCommand.DONE;
              case CHANGED, ERASED -> AsofCommand.NO;
              case UNSEEN -> Code.NOT_ALLOWED.exit();
              case UNREADABLE, TAMPERED -> Code.BAD_INPUT.exit();
              case DIFFERS -> Code.FAULT.exit();
            })
        .orElse(AsofCommand.DONE);
  }

  static Shown of(List<Rechecked> told) {
    List<String> text = new ArrayList<>();
    told.forEach(one -> details(one, text));
    return new Shown(
        told,
        told,
        List.of(),
        Table.of(
            told,
            column("outcome", one -> one.outcome().word()),
            column("file", Rechecked::file),
            column("tenant", Rechecked::tenant),
            column("question", Rechecked::question),
            column("token", one -> one.token() == null ? null : "@" + one.token()),
            column("corrections", one -> one.changes().isEmpty() ? null : one.changes().size())),
        text,
        List.of());
  }

  private static void details(Rechecked one, List<String> text) {
    if (one.differences().isEmpty() && one.changes().isEmpty() && one.notes().isEmpty()) {
      return;
    }
    text.add("");
    text.add(one.file() + ": " + one.outcome().word());
    one.differences().forEach(each -> differing(each.briefly(), text));
    one.changes().forEach(change -> changed(change, text));
    one.notes().forEach(note -> text.add("  Note: " + note));
  }

  private static void differing(Rechecked.Difference each, List<String> text) {
    text.add(
        "  "
            + each.path()
            + ": filed "
            + (each.filed() == null ? "nothing" : each.filed())
            + ", found "
            + (each.found() == null ? "nothing" : each.found()));
  }

  private static void changed(Correction change, List<String> text) {
    LedgerEntry by = change.recorded();
    text.add(
        "  "
            + change.document()
            + (change.period() == null ? "" : ", " + change.period())
            + ": @"
            + by.sequence()
            + " "
            + by.kind()
            + ", "
            + Times.shown(by.systemTime())
            + (by.actor() == null ? "" : ", by " + by.actor())
            + (by.reason() == null ? "" : ": " + by.reason()));
    change
        .exposures()
        .forEach(exposure ->
            text.add(
                "    "
                    + AnswerShown.holds(exposure.belief())
                    + ", applying "
                    + Times.shown(exposure.belief().valid())
                    + ", was the answer for "
                    + Times.shown(exposure.served())
                    + "; instead: "
                    + AnswerShown.holds(exposure.instead())));
  }
}
