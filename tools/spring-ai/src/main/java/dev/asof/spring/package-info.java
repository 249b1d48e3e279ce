/// asof as the retriever of a Spring AI application.
@NullMarked
package dev.asof.spring;

import org.jspecify.annotations.NullMarked;
