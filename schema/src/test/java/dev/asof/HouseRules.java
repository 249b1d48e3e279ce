package dev.asof;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.accessTargetWhere;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.LocationProvider;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Date;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/// The rules of the house. Every module has a `...HouseRulesTest` that holds them against its own
/// classes; a rule about a package of another module finds nothing there and passes.
public final class HouseRules {

  private static final String[] SCHEMA = {
    "dev.asof.time..", "dev.asof.id..", "dev.asof.fault..", "dev.asof.schema.."
  };
  private static final String[] STORE = {
    "dev.asof.ingest..",
    "dev.asof.split..",
    "dev.asof.fold..",
    "dev.asof.write..",
    "dev.asof.ledger..",
    "dev.asof.history..",
    "dev.asof.verify.."
  };
  private static final String[] RETRIEVAL = {
    "dev.asof.index..",
    "dev.asof.resolve..",
    "dev.asof.embed..",
    "dev.asof.eligible..",
    "dev.asof.rank..",
    "dev.asof.cite..",
    "dev.asof.ask..",
    "dev.asof.answer..",
    "dev.asof.audit..",
    "dev.asof.evaluate.."
  };
  private static final String[] TOOLS = {
    "dev.asof.intake..",
    "dev.asof.shown..",
    "dev.asof.filed..",
    "dev.asof.erasure..",
    "dev.asof.cli..",
    "dev.asof.http..",
    "dev.asof.mcp..",
    "dev.asof.langchain4j..",
    "dev.asof.spring..",
    "dev.asof.bench.."
  };

  private static final DescribedPredicate<JavaClass> SQL =
      resideInAnyPackage(
              "java.sql..",
              "javax.sql..",
              "org.jooq..",
              "org.postgresql..",
              "com.zaxxer.hikari..",
              "dev.asof.schema..")
          .as("speak SQL");

  private static final Pattern IO =
      Pattern.compile(
          "java\\.io\\.(File|RandomAccess|Console|PrintStream).*"
              + "|java\\.nio\\.(file|channels)\\..*"
              + "|java\\.net\\.(?!URI).*"
              + "|java\\.lang\\.(Process|Runtime$).*"
              + "|org\\.slf4j\\..*");

  @ArchTest
  static final ArchRule schemaThenStoreThenRetrievalThenToolsAndNeverBack =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("schema")
          .definedBy(SCHEMA)
          .layer("store")
          .definedBy(STORE)
          .layer("retrieval")
          .definedBy(RETRIEVAL)
          .layer("tools")
          .definedBy(TOOLS)
          .whereLayer("schema")
          .mayNotAccessAnyLayer()
          .whereLayer("store")
          .mayOnlyAccessLayers("schema")
          .whereLayer("retrieval")
          .mayOnlyAccessLayers("schema", "store")
          .because("a reader follows the data down and the dependencies up");

  @ArchTest
  static final ArchRule everyClassIsInAPackageThatTheseRulesKnow =
      classes()
          .should(
              be(
                  resideInAnyPackage(SCHEMA)
                      .or(resideInAnyPackage(STORE))
                      .or(resideInAnyPackage(RETRIEVAL))
                      .or(resideInAnyPackage(TOOLS))))
          .allowEmptyShould(true)
          .because("a new package says here first which module it is part of");

  @ArchTest
  static final ArchRule packagesDependOnEachOtherInOneDirection =
      slices().matching("dev.asof.(*)..").should().beFreeOfCycles().allowEmptyShould(true);

  @ArchTest static final ArchRule timeKnowsNoSql = pure("dev.asof.time..", SQL);

  @ArchTest static final ArchRule foldKnowsNoSql = pure("dev.asof.fold..", SQL);

  @ArchTest static final ArchRule foldDoesNoInputOrOutput = pure("dev.asof.fold..", io());

  @ArchTest static final ArchRule splitKnowsNoSql = pure("dev.asof.split..", SQL);

  @ArchTest static final ArchRule splitDoesNoInputOrOutput = pure("dev.asof.split..", io());

  @ArchTest static final ArchRule rankRunsNoSql = pure("dev.asof.rank..", SQL);

  @ArchTest
  static final ArchRule onlyWriteModifiesTables =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.asof.write..", "dev.asof.schema..")
          .should(
              use(
                  "org\\.jooq\\..*",
                  "(insert|update|delete|merge|truncate|store|load)[A-Z].*"
                      + "|update|store|batch(Insert|Update|Delete|Merge|Store)"
                      + "|execute(Insert|Update|Delete)"))
          .orShould(use("java\\.sql\\..*", "execute(Large)?(Update|Batch)"))
          .orShould(use("org\\.postgresql\\.copy\\..*", ".*"))
          .allowEmptyShould(true)
          .because("a change outside a sequenced transaction misses the head row and the ledger");

  /// Who is entered here either hands no words on, or hands on what `Rights` leaves of them.
  @ArchTest
  static final ArchRule onlyTheseReadTheWordsOfTexts =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.asof.write..", "dev.asof.ledger..", "dev.asof.verify..")
          .and(areNot("dev.asof.schema.generated.tables.SectionText"))
          .and(areNot("dev.asof.schema.generated.tables.records.SectionTextRecord"))
          .and(areNot("dev.asof.history.Manifests"))
          .and(areNot("dev.asof.history.Assembly"))
          .and(areNot("dev.asof.history.Agreement"))
          .and(areNot("dev.asof.history.Differences"))
          .and(areNot("dev.asof.history.HeldOfSource"))
          .and(areNot("dev.asof.history.History"))
          .and(areNot("dev.asof.history.InForceText"))
          .and(areNot("dev.asof.history.Reconstruction"))
          .and(areNot("dev.asof.history.UndatedVersions"))
          .and(areNot("dev.asof.index.Ledger"))
          .and(areNot("dev.asof.cite.Passages"))
          .and(areNot("dev.asof.ask.Answering"))
          .and(areNot("dev.asof.ask.Ask"))
          .and(areNot("dev.asof.ask.Permalinks"))
          .and(areNot("dev.asof.ask.SectionHistory"))
          .and(areNot("dev.asof.evaluate.Corpus"))
          .should(use("dev\\.asof\\.schema\\.generated\\.tables\\.SectionText", "BODY"))
          .orShould(
              use(
                  "dev\\.asof\\.schema\\.generated\\.tables\\.records\\.SectionTextRecord",
                  "getBody"))
          .orShould(use("dev\\.asof\\.history\\.Manifests", "texts|exact"))
          .orShould(use("dev\\.asof\\.history\\.Assembly", "text"))
          .orShould(use("dev\\.asof\\.cite\\.Passages", "words|bodies"))
          .allowEmptyShould(true)
          .because("a text is shown only as far as the rights of its source allow");

  @ArchTest
  static final ArchRule onlyTheEdgeAsksTheMachineForTimeZoneLocaleOrCharset =
      noClasses()
          .that(areNot("dev.asof.cli.Edge"))
          .should(
              accessTargetWhere(
                  access("java\\.time\\..*", "now")
                      .and(not(describe("given a clock", HouseRules::isGivenAClock)))))
          .orShould(use("java\\.time\\.Clock", "(system|tick).+"))
          .orShould(use("java\\.time\\.ZoneId", "systemDefault"))
          .orShould(use("java\\.lang\\.System", "currentTimeMillis"))
          .orShould(use("java\\.util\\.(Locale|TimeZone)", "getDefault"))
          .orShould(use("java\\.nio\\.charset\\.Charset", "defaultCharset"))
          .orShould()
          .callConstructor(Date.class)
          .allowEmptyShould(true)
          .because("no answer may depend on when or on which machine it is asked");

  @ArchTest
  static final ArchRule onlyMainPrintsToStandardStreams =
      noClasses()
          .that(areNot("dev.asof.cli.Main"))
          .should(ACCESS_STANDARD_STREAMS)
          .allowEmptyShould(true)
          .because("commands write to the streams they are handed, so that tests can read them");

  @ArchTest
  static final ArchRule onlyMainEndsTheProcess =
      noClasses()
          .that(areNot("dev.asof.cli.Main"))
          .should(use("java\\.lang\\.(System|Runtime)", "exit|halt"))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule everyPackageIsNullMarked =
      classes()
          .that()
          .resideOutsideOfPackage("dev.asof.schema.generated..")
          .should(
              be(
                  describe(
                      "in a package whose package-info.java says @NullMarked",
                      (JavaClass c) -> c.getPackage().isAnnotatedWith(NullMarked.class))))
          .allowEmptyShould(true);

  private HouseRules() {}

  private static ArchRule pure(String from, DescribedPredicate<JavaClass> what) {
    return noClasses()
        .that()
        .resideInAPackage(from)
        .should()
        .dependOnClassesThat(what)
        .allowEmptyShould(true);
  }

  private static DescribedPredicate<JavaClass> io() {
    return describe("do input or output", c -> IO.matcher(c.getName()).matches());
  }

  /// Neither the class of that name nor nested in it; by name, because it is in another module than
  /// most that are checked.
  private static DescribedPredicate<JavaClass> areNot(String name) {
    return describe(
        "are not " + name, c -> !c.getName().equals(name) && !c.getName().startsWith(name + "$"));
  }

  /// Calls and method references alike.
  private static ArchCondition<JavaClass> use(String owner, String member) {
    return accessTargetWhere(access(owner, member));
  }

  private static DescribedPredicate<JavaAccess<?>> access(String owner, String member) {
    Pattern owners = Pattern.compile(owner);
    Pattern members = Pattern.compile(member);
    return describe(
        "it is " + member + " of " + owner,
        access ->
            owners.matcher(access.getTargetOwner().getName()).matches()
                && members.matcher(access.getName()).matches());
  }

  private static boolean isGivenAClock(JavaAccess<?> access) {
    return access.getTarget() instanceof AccessTarget.CodeUnitAccessTarget target
        && target.getRawParameterTypes().stream()
            .anyMatch(type -> type.isEquivalentTo(Clock.class));
  }

  /// The classes of the module whose tests run, without those of the modules it is built upon.
  public static final class OwnClasses implements LocationProvider {
    @Override
    public Set<Location> get(Class<?> testClass) {
      return Set.of(Location.of(Path.of(System.getProperty("basedir", "."), "target", "classes")));
    }
  }
}
