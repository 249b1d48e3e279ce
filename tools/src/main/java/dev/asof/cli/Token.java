package dev.asof.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A transaction as people write it: `@12`, or the bare number.
///
/// @param sequence 0 (before the first) or more
record Token(long sequence) {

  static final class Converter implements ITypeConverter<Token> {
    @Override
    public Token convert(String value) {
      String digits = value.startsWith("@") ? value.substring(1) : value;
      if (!digits.matches("\\d{1,18}")) {
        throw new TypeConversionException(
            "'" + value + "' is no transaction; write one such as @12");
      }
      return new Token(Long.parseLong(digits));
    }
  }

  @Override
  public String toString() {
    return "@" + sequence;
  }
}
