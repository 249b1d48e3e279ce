package dev.asof.index;

/// Where the vectors of one model are in the index: a field of their own, so that vectors of two
/// models never meet.
///
/// @param model id of the model
/// @param dimension components of its vectors
public record VectorField(String model, int dimension) {
  /// The name of the field.
  public String field() {
    return "vector " + dimension + " " + model;
  }
}
