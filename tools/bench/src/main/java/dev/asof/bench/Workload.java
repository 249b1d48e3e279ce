package dev.asof.bench;

import java.util.List;
import java.util.Locale;
import java.util.Random;

/// What is done to every system.
enum Workload {
  /// Many documents with ten changes each, one transaction a change, then batches.
  EASY {
    @Override
    void run(Sizes sizes, Random random, Rounds rounds, PostgresServer server) throws Exception {
      new Easy(sizes, random).run(rounds);
    }
  },
  /// A few documents with hundreds of corrections each.
  DEEP {
    @Override
    void run(Sizes sizes, Random random, Rounds rounds, PostgresServer server) throws Exception {
      new Deep(sizes, random).run(rounds);
    }
  },
  /// One document with thousands of corrections: what is paid at each depth.
  HOT {
    @Override
    void run(Sizes sizes, Random random, Rounds rounds, PostgresServer server) throws Exception {
      new Hot(sizes, random).run(rounds);
    }
  },
  /// An import, and then everything at a point.
  BULK {
    @Override
    void run(Sizes sizes, Random random, Rounds rounds, PostgresServer server) throws Exception {
      new Bulk(sizes, random).run(rounds);
    }
  },
  /// What the server itself takes for a row and its commit, and for a row by its key; asof only.
  LIMIT {
    @Override
    void run(Sizes sizes, Random random, Rounds rounds, PostgresServer server) throws Exception {
      new Limit(sizes, random, server).run(rounds);
    }
  };

  abstract void run(Sizes sizes, Random random, Rounds rounds, PostgresServer server)
      throws Exception;

  /// Which of the systems it is about.
  List<Subject> measures(List<Subject> subjects) {
    return this == LIMIT ? subjects.subList(0, 1) : subjects;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Picocli shows and reads it so.
  @Override
  public String toString() {
    return word();
  }
}
