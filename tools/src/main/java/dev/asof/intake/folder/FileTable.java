package dev.asof.intake.folder;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/// `asof.csv` in a folder: what is stated about its files. The first line names the columns:
/// `file`, a path in the folder with `/` between names, and any of the names of [Stated.Field].
///
/// In memory as a whole, about half a kilobyte a line.
final class FileTable {

  static final String NAME = "asof.csv";
  private static final String FILE = "file";

  private final Map<String, Stated> lines = new LinkedHashMap<>();
  private final Map<String, Long> numbers = new HashMap<>();

  private FileTable() {}

  /// The table of `folder`; one without lines where there is none. Throws a [CallerFault] that
  /// names line and mend.
  static FileTable in(Path folder) {
    FileTable table = new FileTable();
    Path path = folder.resolve(NAME);
    if (!Files.exists(path)) {
      return table;
    }
    CSVFormat format =
        CSVFormat.RFC4180
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setIgnoreEmptyLines(true)
            .setTrim(true)
            .get();
    try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8);
        CSVParser csv = format.parse(reader)) {
      List<String> columns =
          csv.getHeaderNames().stream().map(name -> name.replace("\uFEFF", "")).toList();
      checkColumns(columns);
      for (CSVRecord line : csv) {
        table.add(line, columns);
      }
    } catch (CharacterCodingException e) {
      throw new CallerFault(Code.BAD_INPUT, NAME + " is not UTF-8; convert it", e);
    } catch (IOException
        | UncheckedIOException
        | IllegalArgumentException
        | IllegalStateException e) {
      throw new CallerFault(
          Code.BAD_INPUT, NAME + " cannot be read: " + e.getMessage() + "; mend it", e);
    }
    return table;
  }

  private static void checkColumns(List<String> columns) {
    if (!columns.contains(FILE)) {
      throw new CallerFault(
          Code.BAD_INPUT,
          NAME + " has no column file, which says what its other columns are about");
    }
    for (String column : columns) {
      if (!column.equals(FILE) && Stated.Field.of(column).isEmpty()) {
        throw new CallerFault(
            Code.BAD_INPUT,
            NAME + " has a column " + column + ", which is not known; " + Stated.mend(column));
      }
    }
  }

  private void add(CSVRecord line, List<String> columns) {
    String where = NAME + " line " + (line.getRecordNumber() + 1);
    if (!line.isConsistent()) {
      throw new CallerFault(
          Code.BAD_INPUT,
          where + " has " + line.size() + " fields and the first line " + columns.size());
    }
    Map<String, String> named = new LinkedHashMap<>();
    String file = "";
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).equals(FILE)) {
        file = line.get(i).replace('\\', '/');
      } else {
        named.put(columns.get(i), line.get(i));
      }
    }
    if (lines.put(file, Stated.of(where, named)) != null) {
      throw new CallerFault(
          Code.BAD_INPUT, where + " states something about " + file + " again; leave one line");
    }
    numbers.put(file, line.getRecordNumber() + 1);
  }

  /// What it states about a file; each is asked for once.
  Stated about(String file) {
    numbers.remove(file);
    return lines.getOrDefault(file, Stated.nothing(NAME));
  }

  /// Files that were not asked for, each with the line that names it.
  List<String> unused() {
    List<String> unused = new ArrayList<>();
    numbers.forEach((file, line) -> unused.add(NAME + " line " + line + " names " + file));
    unused.sort(null);
    return unused;
  }
}
