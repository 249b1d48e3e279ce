package dev.asof.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the number by which a tenant knows one of its API tokens. A name is none: several tokens
/// may have it.
final class TokenNumber implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String value) {
    if (!value.matches("\\d{1,9}")) {
      throw new TypeConversionException(
          "'" + value + "' is no number of a token; give the one that asof token list shows");
    }
    return Integer.valueOf(value);
  }
}
