/// The door for models: in come calls of the Model Context Protocol, over standard streams or HTTP,
/// out go the answers of the store with the JSON of `shown` and a short text. Who asks is fixed by
/// whoever opens the door, never by the model. Next is the model.
@NullMarked
package dev.asof.mcp;

import org.jspecify.annotations.NullMarked;
