package io.outrider.jobspec.hcl.function.crypto;

import static io.outrider.jobspec.hcl.function.table.Table.text;
import static io.outrider.jobspec.hcl.function.table.Table.whole;

import io.outrider.jobspec.hcl.eval.Budget;
import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.function.table.Table;
import io.outrider.jobspec.hcl.value.Value;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/** Digests, password hashes, decryption and identifiers. */
public final class CryptoFunctions {
    private static final String STR = "str";
    private static final int DEFAULT_COST = 10;

    private CryptoFunctions() {}

    /** Adds them to the table. */
    public static void add(Table table) {
        digest(table, "md5", "MD5");
        digest(table, "sha1", "SHA-1");
        digest(table, "sha256", "SHA-256");
        digest(table, "sha512", "SHA-512");
        table.fixed("uuidv4", (a, b) -> Value.str(UUID.randomUUID().toString()));
        table.fixed(
                "uuidv5", (a, b) -> Value.str(NamedUuid.of(text(a, 0), text(a, 1))), text("namespace"), text("name"));
        table.fixed(
                "rsadecrypt",
                (a, b) -> Value.str(Rsa.decrypt(text(a, 0), text(a, 1))),
                text("ciphertext"),
                text("privatekey"));
        table.open("bcrypt", CryptoFunctions::bcrypt, text(STR), Table.number("cost"));
    }

    private static void digest(Table table, String name, String algorithm) {
        table.fixed(
                name, (a, b) -> Value.str(HexFormat.of().formatHex(digest(algorithm, bytes(text(a, 0))))), text(STR));
    }

    static byte[] digest(String algorithm, byte[] bytes) {
        try {
            return MessageDigest.getInstance(algorithm).digest(bytes);
        } catch (NoSuchAlgorithmException missing) {
            throw new FunctionException("this Java lacks " + algorithm);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Value bcrypt(List<Value> args, Budget budget) {
        if (args.size() > 2) {
            throw new FunctionException("bcrypt() takes no more than two arguments");
        }
        int cost = args.size() == 2 ? whole(args, 1) : DEFAULT_COST;
        if (cost > Bcrypt.MAX_COST) {
            throw new FunctionException("error occured generating password crypto/bcrypt: cost " + cost
                    + " is outside allowed range (4,31)");
        }
        int used = cost < Bcrypt.MIN_COST ? DEFAULT_COST : cost;
        budget.work(Bcrypt.work(used), null);
        byte[] salt = new byte[Bcrypt.SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return Value.str(Bcrypt.hash(bytes(text(args, 0)), used, salt));
    }
}
