/// The HTTP door: requests in, the JSON of the command line out, by the same use cases and with the
/// same errors. [HttpServer] is the way in; every route stands in [Routes], from which the server,
/// its OpenAPI document and `HTTP.md` are made; next are the page and other people's programs.
@NullMarked
package dev.asof.http;

import org.jspecify.annotations.NullMarked;
