package dev.asof.cli;

import dev.asof.write.Importer;
import java.io.PrintWriter;
import java.util.function.LongConsumer;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/// A bar on standard error while an import checks, writes and embeds, or nothing where nobody
/// looks.
final class ImportProgress implements Importer.Progress, AutoCloseable {

  private static final long UNKNOWN = -1;
  private static final int EVERY_MILLISECONDS = 200;

  private final PrintWriter err;
  private final int width;
  private final boolean shown;
  private @Nullable ProgressBar bar;

  ImportProgress(Edge edge, boolean shown) {
    this.err = edge.err();
    this.width = edge.width();
    this.shown = shown;
  }

  @Override
  public LongConsumer checking(String file) {
    return start("checking " + file, UNKNOWN);
  }

  @Override
  public LongConsumer writing(long records) {
    return start("writing", records);
  }

  /// So many passages are to be embedded; the consumer is told how many are.
  LongConsumer embedding(long passages) {
    return start("embedding", passages);
  }

  private LongConsumer start(String task, long most) {
    close();
    if (!shown) {
      return done -> {};
    }
    ProgressBar started =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(most)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(EVERY_MILLISECONDS)
            .setConsumer(new DelegatingProgressBarConsumer(this::draw, width - 1))
            .build();
    bar = started;
    return started::stepTo;
  }

  private void draw(String line) {
    err.print("\r" + line);
    err.flush();
  }

  @Override
  public void close() {
    ProgressBar running = bar;
    if (running != null) {
      running.close();
      err.print("\n");
      err.flush();
      bar = null;
    }
  }
}
