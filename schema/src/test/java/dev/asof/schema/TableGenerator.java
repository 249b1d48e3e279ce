package dev.asof.schema;

import java.nio.file.Path;
import java.util.Map;
import org.jooq.codegen.GenerationTool;
import org.jooq.meta.jaxb.Configuration;
import org.jooq.meta.jaxb.Database;
import org.jooq.meta.jaxb.ForcedType;
import org.jooq.meta.jaxb.Generate;
import org.jooq.meta.jaxb.Generator;
import org.jooq.meta.jaxb.Jdbc;
import org.jooq.meta.jaxb.Logging;
import org.jooq.meta.jaxb.Target;
import org.jspecify.annotations.Nullable;

/// Generates the jOOQ tables from a migrated database. The one description of how columns become
/// types.
final class TableGenerator {

  private static final Map<String, String> IDS =
      Map.of(
          "source_id", "SourceId",
          "document_id", "DocumentId",
          "version_id", "VersionId",
          "section_id", "SectionId",
          "text_id|body_text", "TextId",
          "statement_id", "StatementId",
          "validity_id", "ValidityId",
          "observation_id", "ObservationId");

  private TableGenerator() {}

  static void generate(String jdbcUrl, String user, @Nullable String password, Path into)
      throws Exception {
    Database database =
        new Database()
            .withInputSchema("asof")
            .withIncludes("asof\\..*")
            .withExcludes("flyway_schema_history")
            .withIncludeRoutines(false)
            .withIncludeSequences(false)
            .withOutputSchemaToDefault(false);
    database
        .getForcedTypes()
        .add(
            new ForcedType()
                .withUserType("dev.asof.time.TimeRange")
                .withBinding("dev.asof.schema.RangeBinding")
                .withIncludeTypes("tstzrange"));
    database
        .getForcedTypes()
        .add(
            new ForcedType()
                .withName("INSTANT")
                .withIncludeTypes("(?i:timestamptz|timestamp.*with.*time.*zone)"));
    database
        .getForcedTypes()
        .add(
            new ForcedType()
                .withUserType("dev.asof.id.TenantId")
                .withConverter(
                    "org.jooq.Converter.ofNullable(Integer.class, dev.asof.id.TenantId.class,"
                        + " dev.asof.id.TenantId::new, dev.asof.id.TenantId::value)")
                .withIncludeExpression("tenant")
                .withIncludeTypes("(?i:integer|int4)"));
    database
        .getForcedTypes()
        .add(
            new ForcedType()
                .withUserType("dev.asof.time.ValidityState")
                .withConverter(
                    "org.jooq.Converter.ofNullable(String.class, dev.asof.time.ValidityState.class,"
                        + " dev.asof.time.ValidityState::ofWord,"
                        + " dev.asof.time.ValidityState::word)")
                .withIncludeExpression("state")
                .withIncludeTypes("text"));
    IDS.forEach((column, type) ->
        database
            .getForcedTypes()
            .add(
                new ForcedType()
                    .withUserType("dev.asof.id." + type)
                    .withConverter(
                        "org.jooq.Converter.ofNullable(Long.class, dev.asof.id.%1$s.class, dev.asof.id.%1$s::new, dev.asof.id.%1$s::value)"
                            .formatted(type))
                    .withIncludeExpression(column)
                    .withIncludeTypes("(?i:bigint|int8)")));
    new GenerationTool()
        .run(
            new Configuration()
                .withLogging(Logging.WARN)
                // Defaults are written in the zone of the session.
                .withJdbc(
                    new Jdbc()
                        .withUrl(jdbcUrl)
                        .withUser(user)
                        .withPassword(password)
                        .withInitScript("set time zone 'UTC'"))
                .withGenerator(
                    new Generator()
                        .withDatabase(database)
                        .withGenerate(
                            new Generate()
                                .withJavaTimeTypes(true)
                                .withGeneratedAnnotation(false)
                                .withRecords(true)
                                .withComments(true)
                                .withRoutines(false)
                                .withGlobalRoutineReferences(false))
                        .withTarget(
                            new Target()
                                .withPackageName("dev.asof.schema.generated")
                                .withDirectory(into.toString())
                                .withEncoding("UTF-8"))));
  }
}
