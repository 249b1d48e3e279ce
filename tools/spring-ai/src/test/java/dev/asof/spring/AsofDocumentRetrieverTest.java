package dev.asof.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.ask.AskedBackException;
import dev.asof.ask.NoticeStory;
import dev.asof.fault.CallerFault;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.advisor.RetrievalAugmentationAdvisor;

class AsofDocumentRetrieverTest {

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

  /// Stands in for a model of a provider: it answers with what it was asked.
  private static final class Echo implements ChatModel {
    @Override
    public ChatResponse call(Prompt prompt) {
      return new ChatResponse(List.of(new Generation(new AssistantMessage(prompt.getContents()))));
    }
  }

  private static AsofDocumentRetriever retriever() {
    return new AsofDocumentRetriever(story.retriever());
  }

  private static List<Document> retrieve(String question, Map<String, Object> context) {
    return retriever().retrieve(Query.builder().text(question).context(context).build());
  }

  /// The worked example: what reaches the prompt is what applied then, as known then.
  @Test
  void aPromptIsAugmentedWithWhatAppliedAsKnownThen() {
    ChatClient client =
        ChatClient.builder(new Echo())
            .defaultAdvisors(
                RetrievalAugmentationAdvisor.builder().documentRetriever(retriever()).build())
            .build();

    String now =
        client
            .prompt("how much notice do we give?")
            .advisors(advisor -> advisor.param("asof.about", "2024-06-15"))
            .call()
            .content();
    String then =
        client
            .prompt("how much notice do we give?")
            .advisors(
                advisor ->
                    advisor.param("asof.about", "2024-06-15").param("asof.known", "@" + before))
            .call()
            .content();

    assertThat(now).contains("thirty days").doesNotContain("sixty days");
    assertThat(then).contains("sixty days").doesNotContain("thirty days");
  }

  @Test
  void aDocumentCarriesItsCitationAndBothRanges() {
    Document document =
        retrieve("notice", Map.of("asof.about", LocalDate.parse("2024-06-15"))).getFirst();

    assertThat(document.getId()).startsWith("asof:terms?about=2024-06-15");
    assertThat(document.getScore()).isPositive();
    assertThat(document.getMetadata())
        .containsEntry("document", "terms")
        .containsEntry("label", "v1")
        .containsEntry("state", "asserted")
        .containsEntry("valid_from", "2024-06-01T00:00:00Z")
        .containsEntry("valid_to", "2024-07-01T00:00:00Z")
        .containsEntry("token", before + 1)
        .containsKey("system_from")
        .doesNotContainKey("system_to");
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
    assertThatThrownBy(() -> retrieve("notice", Map.of("asof.knwon", "@1")))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("'asof.knwon' is no parameter");
    assertThat(retrieve("notice", Map.of("user", "somebody"))).hasSize(1);
  }
}
