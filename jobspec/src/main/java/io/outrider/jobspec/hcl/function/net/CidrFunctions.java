package io.outrider.jobspec.hcl.function.net;

import static io.outrider.jobspec.hcl.function.table.Table.number;
import static io.outrider.jobspec.hcl.function.table.Table.text;
import static io.outrider.jobspec.hcl.function.table.Table.whole;

import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.function.table.Table;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Functions of address prefixes. */
public final class CidrFunctions {
    private static final String PREFIX = "prefix";
    private static final int MAX_NEW_BITS = 32;

    private CidrFunctions() {}

    /** Adds them to the table. */
    public static void add(Table table) {
        table.fixed("cidrhost", (a, b) -> host(a), text(PREFIX), number("hostnum"));
        table.fixed("cidrnetmask", (a, b) -> Value.str(Cidr.parse(text(a, 0)).netmask()), text(PREFIX));
        table.fixed("cidrsubnet", (a, b) -> subnet(a), text(PREFIX), number("newbits"), number("netnum"));
        table.open("cidrsubnets", (a, b) -> subnets(a), text(PREFIX), number("newbits"));
    }

    /** A negative number counts from the end. */
    private static Value host(List<Value> args) {
        BigInteger number = BigInteger.valueOf(whole(args, 1));
        Cidr prefix = Cidr.parse(text(args, 0));
        BigInteger room = BigInteger.ONE.shiftLeft(prefix.hostBits());
        boolean fits = number.signum() < 0 ? number.negate().compareTo(room) <= 0 : number.compareTo(room) < 0;
        if (!fits) {
            throw new FunctionException(
                    "prefix of " + prefix.length() + " does not accommodate a host numbered " + number);
        }
        BigInteger offset = number.signum() < 0 ? room.add(number) : number;
        return Value.str(prefix.text(prefix.network().add(offset)));
    }

    private static Value subnet(List<Value> args) {
        int newBits = whole(args, 1);
        BigInteger number = BigInteger.valueOf(whole(args, 2));
        Cidr prefix = Cidr.parse(text(args, 0));
        int longer = prefix.length() + newBits;
        if (longer > prefix.bits() || longer < 0) {
            throw new FunctionException(
                    "insufficient address space to extend prefix of " + prefix.length() + " by " + newBits);
        }
        BigInteger room = BigInteger.ONE.shiftLeft(Math.max(0, newBits));
        if (number.signum() < 0 || number.compareTo(room) >= 0) {
            throw new FunctionException(
                    "prefix extension of " + newBits + " does not accommodate a subnet numbered " + number);
        }
        Cidr found = prefix.subnet(newBits, number);
        return Value.str(found.toString());
    }

    private static Value subnets(List<Value> args) {
        Cidr prefix = parse(text(args, 0));
        List<Value> all = new ArrayList<>();
        BigInteger at = prefix.network();
        for (int i = 1; i < args.size(); i++) {
            Cidr next = next(prefix, at, whole(args, i), i);
            all.add(Value.str(next.toString()));
            at = next.next();
        }
        return Value.list(Type.STRING, all);
    }

    private static Cidr parse(String text) {
        try {
            return Cidr.parse(text);
        } catch (FunctionException wrong) {
            throw new FunctionException(String.valueOf(wrong.getMessage()), 0);
        }
    }

    private static Cidr next(Cidr prefix, BigInteger at, int newBits, int index) {
        if (newBits < 1) {
            throw new FunctionException("must extend prefix by at least one bit", index);
        }
        if (newBits > MAX_NEW_BITS) {
            throw new FunctionException("may not extend prefix by more than " + MAX_NEW_BITS + " bits", index);
        }
        int length = prefix.length() + newBits;
        if (length > prefix.bits()) {
            throw new FunctionException(
                    "would extend prefix to " + length + " bits, which is too long for an address of " + prefix.bits()
                            + " bits",
                    index);
        }
        int host = prefix.bits() - length;
        BigInteger size = BigInteger.ONE.shiftLeft(host);
        BigInteger start =
                at.add(size).subtract(BigInteger.ONE).shiftRight(host).shiftLeft(host);
        if (start.add(size).compareTo(prefix.next()) > 0) {
            throw new FunctionException(
                    "not enough remaining address space for a subnet with a prefix of " + length + " bits after "
                            + prefix.text(at),
                    index);
        }
        return new Cidr(start, length, prefix.bits());
    }
}
