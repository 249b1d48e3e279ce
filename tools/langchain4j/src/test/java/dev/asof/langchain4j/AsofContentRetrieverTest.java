package dev.asof.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.ask.AskedBackException;
import dev.asof.ask.NoticeStory;
import dev.asof.fault.CallerFault;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.rag.AugmentationRequest;
import dev.langchain4j.rag.AugmentationResult;
import dev.langchain4j.rag.DefaultRetrievalAugmentor;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.query.Query;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AsofContentRetrieverTest {

  private static @TempDir Path folder;
  private static NoticeStory story;
  private static long before;

  @BeforeAll
  static void tell() {
    story = new NoticeStory(folder);
    before = story.before();
  }

  @AfterAll
  static void close() {
    story.close();
  }

  private static AsofContentRetriever retriever() {
    return new AsofContentRetriever(story.retriever());
  }

  private static dev.langchain4j.rag.query.Metadata invokedWith(Map<String, Object> parameters) {
    return dev.langchain4j.rag.query.Metadata.builder()
        .chatMessage(UserMessage.from("how much notice?"))
        .invocationContext(
            InvocationContext.builder()
                .invocationParameters(InvocationParameters.from(parameters))
                .build())
        .build();
  }

  private static List<Content> retrieve(String question, Map<String, Object> parameters) {
    return retriever().retrieve(Query.from(question, invokedWith(parameters)));
  }

  /// The worked example: what reaches the prompt is what applied then, as known then.
  @Test
  void aPromptIsAugmentedWithWhatAppliedAsKnownThen() {
    DefaultRetrievalAugmentor augmentor =
        DefaultRetrievalAugmentor.builder().contentRetriever(retriever()).build();
    UserMessage question = UserMessage.from("how much notice do we give?");

    AugmentationResult now =
        augmentor.augment(
            new AugmentationRequest(question, invokedWith(Map.of("asof.about", "2024-06-15"))));
    AugmentationResult then =
        augmentor.augment(
            new AugmentationRequest(
                question,
                invokedWith(Map.of("asof.about", "2024-06-15", "asof.known", "@" + before))));

    assertThat(((UserMessage) now.chatMessage()).singleText())
        .contains("thirty days")
        .doesNotContain("sixty days");
    assertThat(((UserMessage) then.chatMessage()).singleText())
        .contains("sixty days")
        .doesNotContain("thirty days");
  }

  @Test
  void aContentCarriesItsCitationAndBothRanges() {
    Metadata metadata =
        retrieve("notice", Map.of("asof.about", LocalDate.parse("2024-06-15")))
            .getFirst()
            .textSegment()
            .metadata();

    assertThat(metadata.getString("document")).isEqualTo("terms");
    assertThat(metadata.getString("label")).isEqualTo("v1");
    assertThat(metadata.getString("state")).isEqualTo("asserted");
    assertThat(metadata.getString("valid_from")).isEqualTo("2024-06-01T00:00:00Z");
    assertThat(metadata.getString("valid_to")).isEqualTo("2024-07-01T00:00:00Z");
    assertThat(metadata.getString("system_from")).isNotNull();
    assertThat(metadata.containsKey("system_to")).isFalse();
    assertThat(metadata.getString("permalink")).startsWith("asof:terms?about=2024-06-15");
    assertThat(metadata.getLong("token")).isEqualTo(before + 1);
  }

  @Test
  void timesMayStandInTheQuestionWhereNobodyGaveThem() {
    assertThat(retrieve("how much notice did we give on 2024-03-01?", Map.of()))
        .singleElement()
        .extracting(content -> content.textSegment().text())
        .asString()
        .contains("thirty days");
    assertThat(retriever().retrieve(Query.from("notice"))).hasSize(1);
  }

  @Test
  void whatIsNotCertainIsForThePersonToChoose() {
    assertThatThrownBy(() -> retrieve("how much notice did we give on 03/04/2024?", Map.of()))
        .isInstanceOfSatisfying(
            AskedBackException.class,
            asked -> assertThat(asked.asks().getFirst().choices()).hasSize(2));
  }

  @Test
  void aParameterThatIsNotKnownIsRefusedAndNotIgnored() {
    assertThatThrownBy(() -> retrieve("notice", Map.of("asof.abuot", "2024-06-15")))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("'asof.abuot' is no parameter");
    assertThatThrownBy(() -> retrieve("notice", Map.of("asof.about", 2024)))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("asof.about is a text, a LocalDate or an Instant, not '2024'");
    assertThat(retrieve("notice", Map.of("user", "somebody"))).hasSize(1);
  }

  @Test
  void anotherTenantIsAskedOnlyWhereTheCallerSaysSo() {
    story.store().createTenant("other");

    assertThat(retrieve("notice in the tenant other", Map.of())).isNotEmpty();
    assertThat(retrieve("notice", Map.of("asof.tenant", "other"))).isEmpty();
  }
}
