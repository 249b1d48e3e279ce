package dev.asof.write;

import static dev.asof.schema.generated.Tables.EMBEDDING;
import static dev.asof.schema.generated.Tables.EMBEDDING_MODEL;
import static dev.asof.schema.generated.Tables.PASSAGE;
import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.TEXT_HOLDER;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.fault.Fault;
import dev.asof.id.TenantId;
import dev.asof.id.TextId;
import dev.asof.schema.Database;
import dev.asof.schema.generated.tables.records.EmbeddingModelRecord;
import dev.asof.schema.generated.tables.records.EmbeddingRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/// The vectors of passages: a projection of section texts, outside the ledger. A text is stored
/// once, so a passage that no amendment changed is embedded once.
///
/// Several processes may store at once: what one of them stored is left as it is. Reads and writes
/// only passages that the caller may see.
public final class Embeddings {
  /// Not of this tenant any more: the passage was erased meanwhile.
  private static final String MISSING = "23503";

  private static final int ATTEMPTS = 5;

  private final Database database;

  public Embeddings(Database database) {
    this.database = database;
  }

  /// Where a passage stands among those of its tenant, in order of text and number.
  public record Place(TextId text, int passage) {
    /// Before every passage.
    public static final Place START = new Place(new TextId(Long.MIN_VALUE), 0);
  }

  /// A passage without a vector.
  ///
  /// @param heading of its section; null where it has none
  /// @param languages as stated by the versions that hold it, BCP 47
  /// @param unstated one of these versions states none
  public record Waiting(
      Place place,
      @Nullable String heading,
      String words,
      Set<String> languages,
      boolean unstated) {}

  /// A passage with its vector, whose length is the model's dimension.
  public static final class Vector {
    private final Place place;
    private final float[] components;

    public Vector(Place place, float[] components) {
      this.place = place;
      this.components = components.clone();
    }

    public Place place() {
      return place;
    }

    float[] components() {
      return components;
    }
  }

  /// How far the tenant's passages are embedded.
  public record Standing(long passages, long embedded) {}

  /// At most `most` passages after `after`, in order, whose text is not after `last`, that have no
  /// vector of the model.
  public List<Waiting> waiting(TenantId tenant, String model, Place after, TextId last, int most) {
    return database.read(
        tenant,
        sql -> {
          record Piece(Place place, int start, int end) {}
          List<Piece> pieces =
              sql.select(PASSAGE.TEXT_ID, PASSAGE.PASSAGE_, PASSAGE.START_AT, PASSAGE.END_AT)
                  .from(PASSAGE)
                  .where(isRetrieved(tenant), isWaiting(tenant, model))
                  .and(
                      DSL.row(PASSAGE.TEXT_ID, PASSAGE.PASSAGE_)
                          .gt(
                              DSL.val(after.text(), PASSAGE.TEXT_ID),
                              DSL.val(after.passage(), PASSAGE.PASSAGE_)))
                  .and(PASSAGE.TEXT_ID.le(last))
                  .orderBy(PASSAGE.TEXT_ID, PASSAGE.PASSAGE_)
                  .limit(most)
                  .fetch(row ->
                      new Piece(new Place(row.value1(), row.value2()), row.value3(), row.value4()));
          Set<TextId> texts = new HashSet<>();
          pieces.forEach(piece -> texts.add(piece.place().text()));
          Map<TextId, Set<@Nullable String>> languages = languages(sql, tenant, texts);
          record Body(@Nullable String title, String body) {}
          Map<TextId, Body> bodies = new HashMap<>();
          sql.select(SECTION_TEXT.TEXT_ID, SECTION_TEXT.TITLE, SECTION_TEXT.BODY)
              .from(SECTION_TEXT)
              .where(
                  SECTION_TEXT.TENANT.eq(tenant),
                  SECTION_TEXT.TEXT_ID.in(texts),
                  SECTION_TEXT.BODY.isNotNull())
              .forEach(row -> bodies.put(row.value1(), new Body(row.value2(), row.value3())));
          List<Waiting> waiting = new ArrayList<>();
          for (Piece piece : pieces) {
            Body body = bodies.get(piece.place().text());
            if (body != null) {
              Set<@Nullable String> stated = languages.getOrDefault(piece.place().text(), Set.of());
              Set<String> named = new TreeSet<>();
              stated.forEach(language -> {
                if (language != null) {
                  named.add(language);
                }
              });
              waiting.add(
                  new Waiting(
                      piece.place(),
                      body.title(),
                      body.body().substring(piece.start(), piece.end()),
                      named,
                      named.size() < stated.size()));
            }
          }
          return waiting;
        });
  }

  /// Passages that a question may find: not those of a whole text that is kept beside its sections.
  private static Condition isRetrieved(TenantId tenant) {
    var whole = VERSION.as("whole");
    var holding = VERSION.as("holding");
    return PASSAGE
        .TENANT
        .eq(tenant)
        .and(
            DSL.notExists(
                    DSL.selectOne()
                        .from(whole)
                        .where(whole.TENANT.eq(tenant), whole.BODY_TEXT.eq(PASSAGE.TEXT_ID)))
                .or(
                    DSL.exists(
                        DSL.selectOne()
                            .from(TEXT_HOLDER)
                            .join(holding)
                            .on(
                                holding.TENANT.eq(TEXT_HOLDER.TENANT),
                                holding.DOCUMENT_ID.eq(TEXT_HOLDER.DOCUMENT_ID))
                            .where(
                                TEXT_HOLDER.TENANT.eq(tenant),
                                TEXT_HOLDER.TEXT_ID.eq(PASSAGE.TEXT_ID),
                                DSL.condition("{0} = any({1})", PASSAGE.TEXT_ID, holding.TEXTS)))));
  }

  private static Condition isWaiting(TenantId tenant, String model) {
    return DSL.notExists(
        DSL.selectOne()
            .from(EMBEDDING)
            .where(
                EMBEDDING.TENANT.eq(tenant),
                EMBEDDING.TEXT_ID.eq(PASSAGE.TEXT_ID),
                EMBEDDING.PASSAGE.eq(PASSAGE.PASSAGE_),
                EMBEDDING.MODEL.eq(model)));
  }

  /// Of the versions that hold each text; null among them: one states none. Only where the versions
  /// of a document differ in language are their manifests looked into.
  private static Map<TextId, Set<@Nullable String>> languages(
      DSLContext sql, TenantId tenant, Set<TextId> texts) {
    Map<TextId, Set<@Nullable String>> languages = languages(sql, tenant, texts, false);
    Set<TextId> several = new HashSet<>();
    languages.forEach((text, found) -> {
      if (found.size() > 1) {
        several.add(text);
      }
    });
    if (!several.isEmpty()) {
      languages.putAll(languages(sql, tenant, several, true));
    }
    return languages;
  }

  private static Map<TextId, Set<@Nullable String>> languages(
      DSLContext sql, TenantId tenant, Collection<TextId> texts, boolean exactly) {
    Map<TextId, Set<@Nullable String>> languages = new HashMap<>();
    sql.selectDistinct(TEXT_HOLDER.TEXT_ID, VERSION.LANGUAGE)
        .from(TEXT_HOLDER)
        .join(VERSION)
        .on(VERSION.TENANT.eq(TEXT_HOLDER.TENANT), VERSION.DOCUMENT_ID.eq(TEXT_HOLDER.DOCUMENT_ID))
        .where(
            TEXT_HOLDER.TENANT.eq(tenant),
            TEXT_HOLDER.TEXT_ID.in(texts),
            VERSION.SALT.isNotNull(),
            exactly
                ? DSL.condition("{0} = any({1})", TEXT_HOLDER.TEXT_ID, VERSION.TEXTS)
                : DSL.noCondition())
        .forEach(row ->
            languages.computeIfAbsent(row.value1(), none -> new HashSet<>()).add(row.value2()));
    return languages;
  }

  /// The last text there is; empty where there is none.
  public Optional<TextId> lastText(TenantId tenant) {
    return database.read(
        tenant,
        sql ->
            sql.select(PASSAGE.TEXT_ID)
                .from(PASSAGE)
                .where(PASSAGE.TENANT.eq(tenant))
                .orderBy(PASSAGE.TEXT_ID.desc())
                .limit(1)
                .fetchOptional(PASSAGE.TEXT_ID));
  }

  /// Counts what the caller may see.
  public Standing standing(TenantId tenant, String model) {
    return database.read(
        tenant,
        sql -> {
          long passages = sql.fetchCount(PASSAGE, isRetrieved(tenant));
          long waiting = sql.fetchCount(PASSAGE, isRetrieved(tenant).and(isWaiting(tenant, model)));
          return new Standing(passages, passages - waiting);
        });
  }

  /// Stores vectors of one model in one transaction. Leaves out passages that have one already, and
  /// those that were erased meanwhile.
  ///
  /// Throws a [Conflict] where vectors of another dimension stand under the model's name.
  ///
  /// @return how many were stored
  public int store(TenantId tenant, String model, int dimension, List<Vector> vectors) {
    for (int attempt = 1; ; attempt++) {
      try {
        return database.write(tenant, sql -> store(sql, tenant, model, dimension, vectors));
      } catch (Fault e) {
        if (attempt == ATTEMPTS || !isOfMissingPassage(e)) {
          throw e;
        }
      }
    }
  }

  private static boolean isOfMissingPassage(Fault fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException refused && MISSING.equals(refused.getSQLState())) {
        return true;
      }
    }
    return false;
  }

  private static int store(
      DSLContext sql, TenantId tenant, String model, int dimension, List<Vector> vectors) {
    EmbeddingModelRecord row = locked(sql, tenant, model, dimension);
    if (row.getDimension() != dimension) {
      throw new Conflict(
          Code.CONFIGURATION,
          "the vectors of the model "
              + model
              + " that are stored have "
              + row.getDimension()
              + " components, and this one gives "
              + dimension
              + "; name the model otherwise, because vectors of two models do not compare",
          Map.of("model", model));
    }
    Set<Place> wanted = waiting(sql, tenant, model, vectors);
    long number = row.getStored();
    List<EmbeddingRecord> rows = new ArrayList<>();
    for (Vector vector : vectors) {
      if (vector.components().length != dimension) {
        throw new IllegalArgumentException(
            "a vector of "
                + vector.components().length
                + " components is none of a model with "
                + dimension);
      }
      // Once, however often it is given.
      if (wanted.remove(vector.place())) {
        EmbeddingRecord stored = new EmbeddingRecord();
        stored.setTenant(tenant);
        stored.setTextId(vector.place().text());
        stored.setPassage(vector.place().passage());
        stored.setModel(model);
        stored.setDimension(dimension);
        stored.setVector(bytes(vector.components()));
        stored.setNumber(++number);
        rows.add(stored);
      }
    }
    if (!rows.isEmpty()) {
      sql.batchInsert(rows).execute();
      int counted =
          sql.update(EMBEDDING_MODEL)
              .set(EMBEDDING_MODEL.STORED, number)
              .set(EMBEDDING_MODEL.STORED_AT, DSL.field("now()", SQLDataType.INSTANT))
              .where(EMBEDDING_MODEL.TENANT.eq(tenant), EMBEDDING_MODEL.MODEL.eq(model))
              .execute();
      if (counted != 1) {
        throw new Fault(Code.FAULT, "the vectors of " + model + " were not counted");
      }
    }
    return rows.size();
  }

  /// The row of the model, locked until the transaction ends.
  private static EmbeddingModelRecord locked(
      DSLContext sql, TenantId tenant, String model, int dimension) {
    sql.insertInto(EMBEDDING_MODEL)
        .set(EMBEDDING_MODEL.TENANT, tenant)
        .set(EMBEDDING_MODEL.MODEL, model)
        .set(EMBEDDING_MODEL.DIMENSION, dimension)
        .onConflictDoNothing()
        .execute();
    return Objects.requireNonNull(
        sql.selectFrom(EMBEDDING_MODEL)
            .where(EMBEDDING_MODEL.TENANT.eq(tenant), EMBEDDING_MODEL.MODEL.eq(model))
            .forNoKeyUpdate()
            .fetchSingle());
  }

  /// Those of the passages that are there and have no vector of the model. Read after the lock, so
  /// that no other process stores one of them meanwhile.
  private static Set<Place> waiting(
      DSLContext sql, TenantId tenant, String model, List<Vector> vectors) {
    return new HashSet<>(
        sql.select(PASSAGE.TEXT_ID, PASSAGE.PASSAGE_)
            .from(PASSAGE)
            .where(PASSAGE.TENANT.eq(tenant), isWaiting(tenant, model))
            .and(
                DSL.row(PASSAGE.TEXT_ID, PASSAGE.PASSAGE_)
                    .in(
                        vectors.stream()
                            .map(vector ->
                                DSL.row(
                                    DSL.val(vector.place().text(), PASSAGE.TEXT_ID),
                                    DSL.val(vector.place().passage(), PASSAGE.PASSAGE_)))
                            .toList()))
            .fetch(row -> new Place(row.value1(), row.value2())));
  }

  /// IEEE 754 single precision, little-endian, as they are stored.
  public static byte[] bytes(float[] vector) {
    ByteBuffer bytes =
        ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (float component : vector) {
      bytes.putFloat(component);
    }
    return bytes.array();
  }

  /// The vector that was stored as `bytes`.
  public static float[] vector(byte[] bytes) {
    ByteBuffer components = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    float[] vector = new float[bytes.length / Float.BYTES];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = components.getFloat();
    }
    return vector;
  }
}
