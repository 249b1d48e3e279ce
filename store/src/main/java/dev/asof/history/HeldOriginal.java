package dev.asof.history;

/// The original of a version: the bytes that its text was taken from.
///
/// @param mediaType by its content, such as `application/pdf`
/// @param sha256 of the bytes, lower-case hexadecimal
/// @param bytes how many
public record HeldOriginal(String mediaType, String sha256, long bytes) {}
