package dev.asof.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A system under measurement.
interface Subject extends AutoCloseable {

  /// Its name on the command line and in results.
  String name();

  /// What runs, in which version, how durable, and what is held in memory.
  String described();

  /// Begins a workload with nothing in it.
  void begin(String workload) throws Exception;

  /// Makes changes as one transaction, which is readable and, where it is durable at all, on disk
  /// when this returns.
  void write(List<Op> changes) throws Exception;

  /// Remembers the present as the next mark; marks are counted from 0.
  void mark() throws Exception;

  /// The version that applies at `about`, as known now.
  @Nullable String at(String document, Instant about) throws Exception;

  /// The same as known at a mark.
  @Nullable String at(String document, Instant about, int mark) throws Exception;

  /// Hands on what applies of every document, one by one, without holding all of it.
  void snapshot(Instant about, int mark, Each each) throws Exception;

  /// The versions that were held about `about`, in the order in which they were learned.
  List<String> learned(String document, Instant about) throws Exception;

  /// The documents of which something else is held at the later mark.
  Set<String> changed(int earlier, int later) throws Exception;

  /// Makes many changes by whatever way in is made for it; each document's changes are in order and
  /// none covers another.
  void load(Iterator<Op> changes) throws Exception;

  /// What is stored of the workload: rows of beliefs, bytes, where the system tells it.
  Map<String, Long> stored() throws Exception;

  /// Lets the system collect its statistics, as it would by itself after a while.
  default void settle() throws Exception {}

  @Override
  void close() throws IOException, SQLException;

  /// Told each document and the version that applies.
  @FunctionalInterface
  interface Each {
    void accept(String document, String version);
  }

  /// A system that is not there, and what would bring it.
  final class Missing extends Exception {
    private static final long serialVersionUID = 1;

    Missing(String message) {
      super(message);
    }
  }

  /// Adjacent equal versions are one: a piece that was cut off says nothing new.
  static List<String> distinctRuns(Collection<String> versions) {
    List<String> runs = new ArrayList<>();
    for (String version : versions) {
      if (runs.isEmpty() || !runs.getLast().equals(version)) {
        runs.add(version);
      }
    }
    return runs;
  }
}
