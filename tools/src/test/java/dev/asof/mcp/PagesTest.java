package dev.asof.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.CallerFault;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PagesTest {

  private static Pages asked(Map<String, Object> arguments) {
    return Pages.of(Arguments.read(Common.page(), arguments));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> page(Result result) {
    return (Map<String, Object>) Objects.requireNonNull(result.values().get("page"));
  }

  @Test
  void whereThereAreMoreThanAreCountedTheTotalIsALeastOneOnEveryPage() {
    Result first = Result.answered();
    asked(Map.of("limit", 5))
        .add(
            first,
            5,
            "inner",
            rest -> {
              assertThat(rest.after()).isEqualTo("inner");
              assertThat(rest.limit()).isEqualTo(Pages.COUNTED);
              return new Pages.Count(Pages.COUNTED, true);
            });
    assertThat(page(first))
        .containsEntry("total", 1005)
        .containsEntry("exact", false)
        .containsEntry("next", "5.1005+.inner");
    assertThat(first.text()).contains("Results 1 to 5 of at least 1005");

    Map<String, Object> then = new HashMap<>(Map.of("limit", 5, "cursor", "5.1005+.inner"));
    Pages second = asked(then);
    assertThat(second.page().after()).isEqualTo("inner");
    Result more = Result.answered();
    second.add(more, 5, "inner2", rest -> new Pages.Count(0, false));
    assertThat(page(more)).containsEntry("total", 1005).containsEntry("exact", false);
    assertThat(more.text()).contains("Results 6 to 10 of at least 1005");
  }

  @Test
  void theLastPageIsExactWhateverWasCounted() {
    Result last = Result.answered();
    asked(Map.of("cursor", "1010.1005+.inner"))
        .add(last, 3, null, rest -> new Pages.Count(9, true));

    assertThat(page(last))
        .containsEntry("total", 1013)
        .containsEntry("exact", true)
        .containsEntry("next", null);
  }

  @Test
  void aCursorThatIsNoneIsRefused() {
    for (String cursor : List.of("x", "1.2", "1.2.", "-1.2.x", "1.9999999999.x")) {
      assertThatThrownBy(() -> asked(Map.of("cursor", cursor)))
          .isInstanceOf(CallerFault.class)
          .hasMessageContaining("cursor is damaged");
    }
  }
}
