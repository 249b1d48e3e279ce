package dev.asof.intake.law;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/// Validates Akoma Ntoso against the subset in the resources and, where `asof.test.akn-schema`
/// names one, against another schema, such as the standard's own, which no artifact carries.
public final class AknSchema {
  private static final List<Schema> SCHEMAS = schemas();

  private AknSchema() {}

  private static List<Schema> schemas() {
    SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
    List<Schema> schemas = new ArrayList<>();
    try {
      schemas.add(
          factory.newSchema(AknSchema.class.getResource("/dev/asof/intake/law/akn-subset.xsd")));
      String other = System.getProperty("asof.test.akn-schema");
      if (other != null) {
        schemas.add(factory.newSchema(Path.of(other).toFile()));
      }
    } catch (SAXException e) {
      throw new IllegalStateException(e);
    }
    return schemas;
  }

  public static void requireValid(String xml) {
    for (Schema schema : SCHEMAS) {
      List<String> faults = new ArrayList<>();
      Validator validator = schema.newValidator();
      validator.setErrorHandler(new Collecting(faults));
      try {
        validator.validate(new StreamSource(new StringReader(xml)));
      } catch (SAXException | IOException e) {
        faults.add(String.valueOf(e.getMessage()));
      }
      assertThat(faults).as(xml).isEmpty();
    }
  }

  private record Collecting(List<String> faults) implements ErrorHandler {
    @Override
    public void warning(SAXParseException e) {
      faults.add(String.valueOf(e.getMessage()));
    }

    @Override
    public void error(SAXParseException e) {
      faults.add(String.valueOf(e.getMessage()));
    }

    @Override
    public void fatalError(SAXParseException e) {
      faults.add(String.valueOf(e.getMessage()));
    }
  }
}
