/// asof as the retriever of a LangChain4j application.
@NullMarked
package dev.asof.langchain4j;

import org.jspecify.annotations.NullMarked;
