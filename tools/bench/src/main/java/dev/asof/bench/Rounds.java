package dev.asof.bench;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Lets every system do the same, one after the other; who begins changes from round to round.
final class Rounds {

  /// What is done to one system, and what it answers; null where there is no answer.
  @FunctionalInterface
  interface Call<T extends @Nullable Object> {
    T on(Subject subject, int number) throws Exception;
  }

  private final List<Subject> subjects;
  private final Timings timings;
  private final String workload;
  private final Map<String, Map<String, List<Long>>> underWay = new LinkedHashMap<>();
  private int round;

  Rounds(List<Subject> subjects, Timings timings, String workload) {
    this.subjects = List.copyOf(subjects);
    this.timings = timings;
    this.workload = workload;
  }

  List<Subject> subjects() {
    return subjects;
  }

  void begin() throws Exception {
    for (Subject subject : subjects) {
      subject.begin(workload);
    }
  }

  /// The systems in the order of the next round.
  List<Subject> next() {
    List<Subject> order = new ArrayList<>(subjects);
    Collections.rotate(order, -round++);
    return order;
  }

  /// Every system answers the same questions, each timed by itself; throws a [WrongAnswer] where
  /// one is not as expected.
  <T extends @Nullable Object> void ask(String operation, List<? extends T> expected, Call<T> call)
      throws Exception {
    for (Subject subject : next()) {
      long[] nanos = new long[expected.size()];
      List<T> answers = new ArrayList<>();
      for (int i = 0; i < nanos.length; i++) {
        long began = System.nanoTime();
        T answer = call.on(subject, i);
        nanos[i] = System.nanoTime() - began;
        answers.add(answer);
      }
      for (int i = 0; i < nanos.length; i++) {
        if (!Objects.equals(answers.get(i), expected.get(i))) {
          throw new WrongAnswer(
              workload, operation, subject.name(), i, answers.get(i), expected.get(i));
        }
      }
      timings.add(workload, operation, subject.name(), nanos);
    }
  }

  /// Every system makes the same changes, each a transaction of its own.
  void write(List<Op> ops, Function<Op, String> operation) throws Exception {
    List<String> operations = ops.stream().map(operation).toList();
    for (Subject subject : next()) {
      long[] nanos = new long[ops.size()];
      for (int i = 0; i < nanos.length; i++) {
        List<Op> one = List.of(ops.get(i));
        long began = System.nanoTime();
        subject.write(one);
        nanos[i] = System.nanoTime() - began;
      }
      operations.stream()
          .distinct()
          .forEach(
              each -> timings.add(workload, each, subject.name(), only(each, operations, nanos)));
    }
  }

  private static long[] only(String operation, List<String> operations, long[] nanos) {
    return IntStream.range(0, nanos.length)
        .filter(i -> operations.get(i).equals(operation))
        .mapToLong(i -> nanos[i])
        .toArray();
  }

  /// Every system makes the same changes as one transaction; what is noted is the time for each.
  void batch(String operation, List<Op> ops) throws Exception {
    for (Subject subject : next()) {
      long began = System.nanoTime();
      subject.write(ops);
      long took = System.nanoTime() - began;
      timings.add(workload, operation, subject.name(), new long[] {took / ops.size()});
    }
  }

  /// Every system takes in the same changes by the way that is made for many.
  void load(String operation, Supplier<Iterator<Op>> changes) throws Exception {
    for (Subject subject : next()) {
      Iterator<Op> given = changes.get();
      long began = System.nanoTime();
      subject.load(given);
      timings.add(workload, operation, subject.name(), new long[] {System.nanoTime() - began});
    }
  }

  /// Every system hands on all documents at a point; what it says of each is held against the
  /// model.
  void snapshot(String operation, Map<String, String> right, Instant about, int mark)
      throws Exception {
    for (Subject subject : next()) {
      int[] found = new int[1];
      long began = System.nanoTime();
      subject.snapshot(
          about,
          mark,
          (document, version) -> {
            if (!version.equals(right.get(document))) {
              throw new WrongAnswer(
                  workload,
                  operation,
                  subject.name(),
                  found[0],
                  document + " " + version,
                  right.get(document));
            }
            found[0]++;
          });
      timings.add(workload, operation, subject.name(), new long[] {System.nanoTime() - began});
      if (found[0] != right.size()) {
        throw new WrongAnswer(
            workload,
            operation,
            subject.name(),
            found[0],
            found[0] + " documents",
            right.size() + " documents");
      }
    }
  }

  /// Something that is timed by itself.
  @FunctionalInterface
  interface Timed<T extends @Nullable Object> {
    T run() throws Exception;
  }

  /// Something that is timed by itself and answers nothing.
  @FunctionalInterface
  interface TimedWork {
    void run() throws Exception;
  }

  /// Times one call of the round under way, whoever makes it; [#turn] ends the round.
  <T extends @Nullable Object> T time(String operation, String system, Timed<T> call)
      throws Exception {
    long began = System.nanoTime();
    T answer = call.run();
    long took = System.nanoTime() - began;
    underWay
        .computeIfAbsent(operation, none -> new LinkedHashMap<>())
        .computeIfAbsent(system, none -> new ArrayList<>())
        .add(took);
    return answer;
  }

  void timeWork(String operation, String system, TimedWork work) throws Exception {
    time(
        operation,
        system,
        () -> {
          work.run();
          return true;
        });
  }

  void turn() {
    underWay.forEach((operation, bySystem) ->
        bySystem.forEach((system, took) ->
            timings.add(
                workload, operation, system, took.stream().mapToLong(Long::longValue).toArray())));
    underWay.clear();
  }

  /// Notes what was sent to the server for one call.
  void count(String operation, CountingProxy.Counted counted) {
    timings.count(workload, operation, counted);
  }

  void mark(Model model) throws Exception {
    for (Subject subject : subjects) {
      subject.mark();
    }
    model.mark();
  }

  void settle() throws Exception {
    for (Subject subject : subjects) {
      subject.settle();
    }
  }
}
