package dev.asof.index;

import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.id.SourceId;
import dev.asof.id.TenantId;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.util.Locale;
import java.util.Set;
import org.apache.lucene.document.LongRange;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/// The fields of a passage in the index, and the queries on those that decide what may be ranked.
public final class PassageFields {
  /// Words of the passage.
  public static final String BODY = "body";

  /// Words of the heading of its section.
  public static final String HEADING = "heading";

  /// Words of the titles of the versions that hold it.
  public static final String TITLE = "title";

  /// Key of its document, in lower case, as one term.
  public static final String DOCUMENT_KEY = "document_key";

  /// Key of its section and each segment of that key, in lower case, as terms: `article-17`.
  public static final String SECTION_KEY = "section_key";

  /// Languages of the versions that hold it, BCP 47, in lower case.
  public static final String LANGUAGE = "language";

  /// Names of its document, each as one term of words with single spaces: its titles, the clauses
  /// they are made of, and the ends of its key.
  public static final String NAME = "name";

  /// Codes of the languages in which it was analysed.
  public static final String ANALYSED = "analysed";

  /// [#VALIDITY] where the passage says from when or until when its text applies.
  public static final String STATES = "states";

  public static final String VALIDITY = "validity";

  static final String TENANT = "tenant";
  static final String DOCUMENT = "document";
  static final String UNIT = "unit";
  static final String PRINT = "print";
  static final String DURING = "during";

  public static final String DOCUMENT_ID = "document_id";
  public static final String SECTION_ID = "section_id";
  public static final String TEXT_ID = "text_id";
  public static final String PASSAGE = "passage";

  private PassageFields() {}

  /// The code of a stored state in the fourth dimension; states that rank together are neighbours.
  static long code(ValidityState state) {
    return switch (state) {
      case ASSERTED -> 0;
      case OBSERVED -> 1;
      case UNKNOWN -> 2;
    };
  }

  static LongRange during(Projection.Box box) {
    Rectangle rectangle = box.during();
    long state = code(box.state());
    long source = box.source().value();
    return new LongRange(
        DURING,
        new long[] {rectangle.validFrom(), rectangle.systemFrom(), source, state},
        new long[] {last(rectangle.validTo()), last(rectangle.systemTo()), source, state});
  }

  /// Lucene's ranges are closed; the end of ours is not in them.
  private static long last(long end) {
    return end == Long.MAX_VALUE ? end : end - 1;
  }

  /// Passages with a rectangle that meets the valid time `about`, believed at `known`, in
  /// microseconds, of any source and of a state between the two.
  public static Query inForce(
      TimeRange about, long known, ValidityState strongest, ValidityState weakest) {
    return during(about, known, Long.MIN_VALUE, Long.MAX_VALUE, strongest, weakest);
  }

  /// The same for one source.
  public static Query inForce(
      TimeRange about,
      long known,
      SourceId source,
      ValidityState strongest,
      ValidityState weakest) {
    return during(about, known, source.value(), source.value(), strongest, weakest);
  }

  /// A point meets exactly the rectangles that contain it, so that the other two dimensions, in
  /// which a rectangle is a point itself, can be asked for as ranges; `contains` could not do that.
  private static Query during(
      TimeRange about,
      long known,
      long from,
      long to,
      ValidityState strongest,
      ValidityState weakest) {
    return LongRange.newIntersectsQuery(
        DURING,
        new long[] {
          about.start().map(Rectangle::micros).orElse(Long.MIN_VALUE), known, from, code(strongest)
        },
        new long[] {
          last(about.end().map(Rectangle::micros).orElse(Long.MAX_VALUE)), known, to, code(weakest)
        });
  }

  /// Passages with a rectangle that was believed at `known`, microseconds, whatever the valid time.
  public static Query believed(long known) {
    return believed(known, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /// The same for one source.
  public static Query believed(long known, SourceId source) {
    return believed(known, source.value(), source.value());
  }

  private static Query believed(long known, long from, long to) {
    return LongRange.newIntersectsQuery(
        DURING,
        new long[] {Long.MIN_VALUE, known, from, Long.MIN_VALUE},
        new long[] {Long.MAX_VALUE, known, to, Long.MAX_VALUE});
  }

  public static Query ofTenant(TenantId tenant) {
    return new TermQuery(tenantTerm(tenant));
  }

  public static Query ofDocument(TenantId tenant, DocumentId document) {
    return new TermQuery(documentTerm(tenant, document));
  }

  /// Passages of one of these documents of one tenant, for a question that is of that tenant. Asked
  /// of each candidate, so that its cost does not grow with the number of documents.
  public static Query ofDocuments(Set<DocumentId> documents) {
    return NumericDocValuesField.newSlowSetQuery(
        DOCUMENT_ID, documents.stream().mapToLong(DocumentId::value).toArray());
  }

  /// Passages of one section of a document, for a question that is of that document.
  public static Query ofSection(SectionId section) {
    return NumericDocValuesField.newSlowExactQuery(SECTION_ID, section.value());
  }

  static Term tenantTerm(TenantId tenant) {
    return new Term(TENANT, Integer.toString(tenant.value()));
  }

  static Term documentTerm(TenantId tenant, DocumentId document) {
    return new Term(DOCUMENT, tenant.value() + "/" + document.value());
  }

  static Term unitTerm(TenantId tenant, DocumentId document, Projection.Unit unit) {
    return new Term(
        UNIT,
        tenant.value()
            + "/"
            + document.value()
            + "/"
            + unit.section().value()
            + "/"
            + unit.text().value());
  }

  /// The field beside `field` with the same words by the stems of a language.
  public static String in(TextLanguage language, String field) {
    return field + "." + language.code();
  }

  /// A key as it is compared.
  public static String plain(String key) {
    return key.toLowerCase(Locale.ROOT);
  }
}
