package dev.asof.intake.watch;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;

/// Which addresses are of the public Internet, by the registries of IANA for special purposes.
public final class Addresses {
  private static final Pattern LITERAL =
      Pattern.compile("[0-9.]+|\\[?[0-9a-fA-F:.]*:[0-9a-fA-F:.]*]?");

  private Addresses() {}

  /// Whether the host of a page is written as an address that is not public, or is `localhost`; no
  /// name is looked up, for what it leads to is known when the page is asked for.
  public static boolean isPrivateAsWritten(URI page) {
    String host = String.valueOf(page.getHost()).toLowerCase(Locale.ROOT);
    if (host.equals("localhost") || host.endsWith(".localhost")) {
      return true;
    }
    if (!LITERAL.matcher(host).matches()) {
      return false;
    }
    try {
      return !isPublic(InetAddress.getByName(host));
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /// False for this machine, private and shared networks, links, tests, multicast and what is
  /// reserved, also where IPv6 wraps such an address.
  static boolean isPublic(InetAddress address) {
    return switch (address) {
      case Inet4Address four -> isPublic4(four.getAddress());
      case Inet6Address six -> isPublic6(six.getAddress());
      default -> false;
    };
  }

  private static boolean isPublic4(byte[] bytes) {
    int a = bytes[0] & 0xff;
    int b = bytes[1] & 0xff;
    int c = bytes[2] & 0xff;
    return !(a == 0
        || a == 10
        || a == 127
        || a >= 224
        || (a == 100 && b >= 64 && b < 128)
        || (a == 169 && b == 254)
        || (a == 172 && b >= 16 && b < 32)
        || (a == 192 && b == 168)
        || (a == 192 && b == 0 && (c == 0 || c == 2))
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19))
        || (a == 198 && b == 51 && c == 100)
        || (a == 203 && b == 0 && c == 113));
  }

  private static boolean isPublic6(byte[] bytes) {
    if (startsWith(bytes, 0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0)) {
      return isPublic4(four(bytes, 12));
    }
    if (startsWith(bytes, 0x20, 0x02)) {
      return isPublic4(four(bytes, 2));
    }
    // Global unicast is 2000::/3; of it, 2001::/23 is for protocols and 2001:db8::/32 for examples.
    return (bytes[0] & 0xe0) == 0x20
        && !(startsWith(bytes, 0x20, 0x01) && (bytes[2] & 0xfe) == 0)
        && !startsWith(bytes, 0x20, 0x01, 0x0d, 0xb8)
        && !startsWith(bytes, 0x3f, 0xff);
  }

  private static byte[] four(byte[] bytes, int from) {
    return new byte[] {bytes[from], bytes[from + 1], bytes[from + 2], bytes[from + 3]};
  }

  private static boolean startsWith(byte[] bytes, int... first) {
    for (int i = 0; i < first.length; i++) {
      if ((bytes[i] & 0xff) != first[i]) {
        return false;
      }
    }
    return true;
  }
}
