package dev.asof.index;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/// A process that writes to an index and never commits, to be killed.
final class Straggler {
  static final String WRITING = "writing";

  private Straggler() {}

  public static void main(String[] args) throws IOException {
    Directory directory = FSDirectory.open(Path.of(args[0]));
    IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig());
    for (int i = 0; ; i++) {
      Document document = new Document();
      document.add(new StringField("tenant", "1", Field.Store.NO));
      writer.addDocument(document);
      if (i % 100 == 0) {
        writer.flush();
        System.out.println(WRITING);
      }
    }
  }
}
