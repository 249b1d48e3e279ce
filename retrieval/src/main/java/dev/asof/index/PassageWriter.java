package dev.asof.index;

import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.id.TextId;
import dev.asof.ledger.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// Brings the passages of one document after another to what the ledger says, touching only those
/// whose rectangles, titles or languages changed, and dropping those of erased versions.
final class PassageWriter {
  /// Texts in memory at once.
  private static final int BATCH = 64;

  private final IndexWriter writer;
  private final DirectoryReader before;
  private final Ledger ledger;
  private final boolean afresh;
  private final @Nullable VectorField vectors;
  private long written;
  private long unchanged;

  /// @param before the index as it was when the writer was opened; each document is written once
  /// @param afresh nothing in `before` is of this tenant any more
  /// @param vectors of which model they are indexed; null: of none
  PassageWriter(
      IndexWriter writer,
      DirectoryReader before,
      Ledger ledger,
      boolean afresh,
      @Nullable VectorField vectors) {
    this.writer = writer;
    this.before = before;
    this.ledger = ledger;
    this.afresh = afresh;
    this.vectors = vectors;
  }

  long written() {
    return written;
  }

  long unchanged() {
    return unchanged;
  }

  /// What one text of one section is indexed with, but for its words and vectors.
  ///
  /// @param embedded passages with a vector of the model
  private record Entry(
      Projection.Unit unit,
      String document,
      String section,
      Set<String> titles,
      Set<String> languages,
      List<Projection.Box> boxes,
      List<Integer> embedded) {

    /// Equal where the index documents would be; a text itself never changes, and neither does the
    /// vector that a model gives it.
    BytesRef print(@Nullable VectorField vectors) {
      StringBuilder words = new StringBuilder();
      for (Collection<String> part : List.of(List.of(document, section), titles, languages)) {
        words.append(part.size());
        part.forEach(word -> words.append(' ').append(word.length()).append(' ').append(word));
      }
      if (vectors != null && !embedded.isEmpty()) {
        words.append(' ').append(vectors.field()).append(' ').append(embedded);
      }
      byte[] text = words.toString().getBytes(StandardCharsets.UTF_8);
      ByteBuffer bytes =
          ByteBuffer.allocate(text.length + boxes.size() * (5 * Long.BYTES + 1)).put(text);
      for (Projection.Box box : boxes) {
        Rectangle during = box.during();
        bytes
            .put((byte) PassageFields.code(box.state()))
            .putLong(box.source().value())
            .putLong(during.validFrom())
            .putLong(during.validTo())
            .putLong(during.systemFrom())
            .putLong(during.systemTo());
      }
      return new BytesRef(Sha256.of(bytes.array()));
    }
  }

  void project(DocumentId document) throws IOException {
    Ledger.Sheet sheet = ledger.sheet(document);
    Map<Projection.Unit, BytesRef> prints = afresh ? Map.of() : prints(document);
    List<Entry> changed = new ArrayList<>();
    Set<Projection.Unit> gone = new LinkedHashSet<>(prints.keySet());
    Map<TextId, List<Integer>> embedded =
        vectors == null ? Map.of() : ledger.embedded(vectors.model(), texts(sheet));
    for (Entry entry : entries(sheet, embedded)) {
      gone.remove(entry.unit());
      if (entry.print(vectors).equals(prints.get(entry.unit()))) {
        unchanged++;
      } else {
        changed.add(entry);
      }
    }
    for (Projection.Unit erased : gone) {
      writer.deleteDocuments(PassageFields.unitTerm(ledger.tenant(), document, erased));
    }
    for (int from = 0; from < changed.size(); from += BATCH) {
      List<Entry> batch = changed.subList(from, Math.min(from + BATCH, changed.size()));
      List<TextId> ids = batch.stream().map(entry -> entry.unit().text()).distinct().toList();
      Map<TextId, Ledger.Text> texts = ledger.texts(ids);
      Map<TextId, Map<Integer, float[]>> embeddings =
          vectors == null ? Map.of() : ledger.vectors(vectors.model(), ids);
      for (Entry entry : batch) {
        TextId text = entry.unit().text();
        List<Document> passages =
            passages(document, entry, texts.get(text), embeddings.getOrDefault(text, Map.of()));
        writer.updateDocuments(
            PassageFields.unitTerm(ledger.tenant(), document, entry.unit()), passages);
        written += passages.size();
      }
    }
  }

  private static Set<TextId> texts(Ledger.Sheet sheet) {
    Set<TextId> texts = new LinkedHashSet<>();
    sheet.versions().forEach(version -> version.texts().forEach(id -> texts.add(new TextId(id))));
    return texts;
  }

  private static List<Entry> entries(Ledger.Sheet sheet, Map<TextId, List<Integer>> embedded) {
    Map<Projection.Unit, Set<String>> titles = new HashMap<>();
    Map<Projection.Unit, Set<String>> languages = new HashMap<>();
    for (Projection.Manifest version : sheet.versions()) {
      for (int i = 0; i < version.sections().size(); i++) {
        Projection.Unit unit =
            new Projection.Unit(
                new SectionId(version.sections().get(i)), new TextId(version.texts().get(i)));
        add(titles, unit, version.title());
        add(languages, unit, version.language());
      }
    }
    List<Entry> entries = new ArrayList<>();
    Projection.of(sheet.beliefs(), sheet.overrides(), sheet.versions())
        .forEach((unit, boxes) ->
            entries.add(
                new Entry(
                    unit,
                    sheet.key(),
                    Objects.requireNonNull(sheet.sections().get(unit.section())),
                    titles.getOrDefault(unit, Set.of()),
                    languages.getOrDefault(unit, Set.of()),
                    boxes,
                    embedded.getOrDefault(unit.text(), List.of()))));
    return entries;
  }

  private static void add(
      Map<Projection.Unit, Set<String>> words, Projection.Unit unit, @Nullable String word) {
    if (word != null) {
      words.computeIfAbsent(unit, none -> new LinkedHashSet<>()).add(word);
    }
  }

  private List<Document> passages(
      DocumentId document,
      Entry entry,
      Ledger.@Nullable Text text,
      Map<Integer, float[]> embeddings) {
    if (text == null) {
      return List.of();
    }
    BytesRef print = entry.print(vectors);
    Set<TextLanguage> analysed = TextLanguage.of(entry.languages(), text.body());
    List<Document> passages = new ArrayList<>();
    for (Ledger.Piece piece : text.passages()) {
      Document passage = new Document();
      passage.add(string(PassageFields.TENANT, PassageFields.tenantTerm(ledger.tenant()).text()));
      passage.add(
          string(
              PassageFields.DOCUMENT,
              PassageFields.documentTerm(ledger.tenant(), document).text()));
      passage.add(
          string(
              PassageFields.UNIT,
              PassageFields.unitTerm(ledger.tenant(), document, entry.unit()).text()));
      passage.add(new BinaryDocValuesField(PassageFields.PRINT, print));
      passage.add(new NumericDocValuesField(PassageFields.DOCUMENT_ID, document.value()));
      passage.add(
          new NumericDocValuesField(PassageFields.SECTION_ID, entry.unit().section().value()));
      passage.add(new NumericDocValuesField(PassageFields.TEXT_ID, entry.unit().text().value()));
      passage.add(new NumericDocValuesField(PassageFields.PASSAGE, piece.number()));
      PassageWords.of(
              entry.document(),
              entry.section(),
              entry.titles(),
              entry.languages(),
              text.title(),
              analysed,
              text.body().substring(piece.start(), piece.end()))
          .forEach(passage::add);
      for (Projection.Box box : entry.boxes()) {
        passage.add(PassageFields.during(box));
      }
      float[] vector = embeddings.get(piece.number());
      if (vector != null && vectors != null) {
        passage.add(
            new KnnFloatVectorField(vectors.field(), vector, VectorSimilarityFunction.DOT_PRODUCT));
      }
      passages.add(passage);
    }
    return passages;
  }

  private static StringField string(String field, String value) {
    return new StringField(field, value, Field.Store.NO);
  }

  private Map<Projection.Unit, BytesRef> prints(DocumentId document) throws IOException {
    Map<Projection.Unit, BytesRef> prints = new HashMap<>();
    IndexSearcher searcher = new IndexSearcher(before);
    Query ofDocument = PassageFields.ofDocument(ledger.tenant(), document);
    Weight weight =
        searcher.createWeight(searcher.rewrite(ofDocument), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : before.leaves()) {
      Scorer scorer = weight.scorer(leaf);
      if (scorer == null) {
        continue;
      }
      NumericDocValues sections = DocValues.getNumeric(leaf.reader(), PassageFields.SECTION_ID);
      NumericDocValues texts = DocValues.getNumeric(leaf.reader(), PassageFields.TEXT_ID);
      BinaryDocValues printed = DocValues.getBinary(leaf.reader(), PassageFields.PRINT);
      DocIdSetIterator hits = scorer.iterator();
      for (int hit = hits.nextDoc(); hit != DocIdSetIterator.NO_MORE_DOCS; hit = hits.nextDoc()) {
        boolean deleted =
            leaf.reader().getLiveDocs() != null && !leaf.reader().getLiveDocs().get(hit);
        if (!deleted
            && sections.advanceExact(hit)
            && texts.advanceExact(hit)
            && printed.advanceExact(hit)) {
          prints.put(
              new Projection.Unit(
                  new SectionId(sections.longValue()), new TextId(texts.longValue())),
              BytesRef.deepCopyOf(printed.binaryValue()));
        }
      }
    }
    return prints;
  }
}
