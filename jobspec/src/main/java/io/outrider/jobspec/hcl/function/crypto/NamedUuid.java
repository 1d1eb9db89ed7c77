package io.outrider.jobspec.hcl.function.crypto;

import io.outrider.jobspec.hcl.eval.FunctionException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;

/** Identifiers that follow from a namespace and a name (RFC 4122, version 5). */
final class NamedUuid {
    private static final Map<String, UUID> NAMESPACES = Map.of(
            "dns", UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
            "url", UUID.fromString("6ba7b811-9dad-11d1-80b4-00c04fd430c8"),
            "oid", UUID.fromString("6ba7b812-9dad-11d1-80b4-00c04fd430c8"),
            "x500", UUID.fromString("6ba7b814-9dad-11d1-80b4-00c04fd430c8"));

    private NamedUuid() {}

    static String of(String namespace, String name) {
        UUID space = NAMESPACES.getOrDefault(namespace, null);
        if (space == null) {
            space = parsed(namespace);
        }
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer input = ByteBuffer.allocate(16 + text.length)
                .putLong(space.getMostSignificantBits())
                .putLong(space.getLeastSignificantBits())
                .put(text);
        ByteBuffer digest = ByteBuffer.wrap(CryptoFunctions.digest("SHA-1", input.array()));
        long high = digest.getLong() & ~0xF000L | 0x5000L;
        long low = digest.getLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }

    private static UUID parsed(String text) {
        boolean form = text.matches("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");
        if (!form) {
            String why = text.length() == 36 ? "invalid UUID format" : "invalid UUID length: " + text.length();
            throw new FunctionException("uuidv5() doesn't support namespace " + text + " (" + why + ")");
        }
        return UUID.fromString(text);
    }
}
