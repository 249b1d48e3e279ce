package dev.asof.answer;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.asof.ask.Asked;

/// An answer, and beside it the same in words.
public record AskedInWords(@JsonUnwrapped Asked asked, InWords words) {}
