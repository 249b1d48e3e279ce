package dev.asof.index;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Tests that each tell a story of their own, in a database of their class and an index of their
/// own.
public abstract class WithStory {
  private static final AtomicInteger STORIES = new AtomicInteger();

  protected static TestDatabase database;

  @TempDir protected Path folder;
  protected PassageIndex index;
  protected Story story;

  @BeforeAll
  static void create() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @BeforeEach
  void open() {
    index = PassageIndex.open(folder, database.database());
    story = new Story(database.database(), "story-" + STORIES.incrementAndGet());
  }

  @AfterEach
  void close() {
    index.close();
  }
}
