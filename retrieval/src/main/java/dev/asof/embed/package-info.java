/// Texts in, vectors of one model out; `index` keeps them beside their passages and `rank` compares
/// them with the question's.
///
/// [Embedders] opens the one that is configured: the sentence model that comes with the program, an
/// ONNX model of the user's own, or an endpoint with OpenAI's interface. The name of a model is
/// kept with each vector, and vectors of two models are never compared.
@NullMarked
package dev.asof.embed;

import org.jspecify.annotations.NullMarked;
