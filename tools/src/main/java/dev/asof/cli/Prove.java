package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.AnswerJson;
import dev.asof.history.Counted;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.verify.Against;
import dev.asof.verify.CitationProof;
import dev.asof.verify.Prover;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "prove",
    description = {
      "Writes one citation as a proof that anybody can check alone, without asof.",
      "What a source held about a document, or one section of it, at a point: the bytes under the"
          + " hashes, from what recorded them to checkpoints that were kept. bin/verify-proof, a"
          + " script that needs nothing but SHA-256, checks it and prints what is proven."
    },
    footer = {
      "  asof prove -d refunds --about 2024-03-01 --known @12 --checkpoint june.checkpoint --to"
          + " refunds.proof",
      "  asof prove -d code -s law.example --section art-12 --about 2024-03-01 --checkpoint"
          + " june.checkpoint --to art-12.proof",
      "  verify-proof refunds.proof june.checkpoint"
    })
final class Prove extends ReadCommand {

  @Mixin private final DocumentOptions filter = new DocumentOptions();
  @Mixin private final AboutOption about = new AboutOption();

  @Option(
      names = "--section",
      order = 4,
      paramLabel = "KEY",
      description = "Key of one section; default: the whole text.")
  private @Nullable String section;

  @Option(
      names = {"-c", "--checkpoint"},
      order = 10,
      required = true,
      paramLabel = "FILE",
      description =
          "A checkpoint as late as what is cited; several make the proof shorter, for each"
              + " transaction leads to the next one.")
  private List<Path> checkpoints = List.of();

  @Option(
      names = "--to",
      order = 11,
      required = true,
      paramLabel = "FILE",
      description = "Where to write the proof.")
  private Path to = Path.of("");

  /// @param transactions that recorded what is cited
  /// @param entries of the ledger in the proof
  record Value(Path file, long bytes, List<Long> transactions, int entries) {}

  @Override
  int answer(Database database, TenantId tenant) {
    List<Against.Kept> kept = checkpoints.stream().map(Checkpoints::read).toList();
    CitationProof proof =
        new Prover(database)
            .prove(tenant, filter.filter(), about.in(times()), times().known(), section, kept);
    long bytes;
    try (OutputStream out = Files.newOutputStream(to)) {
      AnswerJson.mapper().writerWithDefaultPrettyPrinter().writeValue(out, proof);
      bytes = Files.size(to);
    } catch (IOException e) {
      if (Faults.isDiskFull(e)) {
        throw new UncheckedIOException(e);
      }
      throw new CallerFault(
          Code.BAD_INPUT,
          "the file "
              + to
              + " cannot be written ("
              + Texts.reason(e)
              + "); name one in a folder that can",
          e);
    }
    Value value =
        new Value(
            to,
            bytes,
            proof.transactions().keySet().stream().map(Long::valueOf).toList(),
            proof.chains().stream().mapToInt(chain -> chain.entries().size()).sum());
    print(
        new Shown(
            value,
            List.of(value),
            List.of(),
            Table.of(List.of()),
            List.of(
                "Wrote a proof of "
                    + Counted.of(value.bytes(), "byte")
                    + ", with "
                    + Counted.of(value.entries(), "ledger entry")
                    + ", to "
                    + to
                    + ".",
                "Anybody can check it with: tools/bin/verify-proof "
                    + to
                    + " "
                    + String.join(" ", checkpoints.stream().map(Path::toString).toList())),
            List.of()));
    return DONE;
  }
}
