package dev.asof.resolve;

/// A number or phrase that could pass for a time and was left as words, and why.
public record Unread(TextSpan span, String text, String why) {}
