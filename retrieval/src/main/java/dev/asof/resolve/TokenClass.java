package dev.asof.resolve;

import org.jspecify.annotations.Nullable;

/// A class of tokens or phrases that a template can name.
interface TokenClass {
  @Nullable Taken at(Chart chart, int at);
}
