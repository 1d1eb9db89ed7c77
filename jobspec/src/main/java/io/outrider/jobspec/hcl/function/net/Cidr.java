package io.outrider.jobspec.hcl.function.net;

import io.outrider.jobspec.hcl.eval.FunctionException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * An address prefix.
 *
 * @param network the address with all host bits zero
 * @param length bits of the prefix
 * @param bits of an address: 32 or 128
 */
record Cidr(BigInteger network, int length, int bits) {
    private static final Pattern FORM = Pattern.compile("([0-9A-Fa-f:.]+)/(0|[1-9][0-9]{0,2})");
    private static final Pattern V4 = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");

    /** The prefix of a text such as {@code 10.0.0.0/8}; without a leading zero anywhere. */
    static Cidr parse(String text) {
        var form = FORM.matcher(text);
        if (!form.matches()) {
            throw invalid(text);
        }
        byte[] address = address(form.group(1), text);
        int bits = address.length * 8;
        int length = Integer.parseInt(form.group(2));
        if (length > bits) {
            throw invalid(text);
        }
        BigInteger whole = new BigInteger(1, address);
        int host = bits - length;
        return new Cidr(whole.shiftRight(host).shiftLeft(host), length, bits);
    }

    private static byte[] address(String text, String whole) {
        boolean six = text.contains(":");
        if (!six && !V4.matcher(text).matches()) {
            throw invalid(whole);
        }
        try {
            // Only digits, dots and colons come here: no name is ever looked up.
            byte[] bytes = InetAddress.getByName(text).getAddress();
            return six && bytes.length == 4 ? mapped(bytes) : bytes;
        } catch (UnknownHostException wrong) {
            throw invalid(whole);
        }
    }

    /** Java reads a mapped address as the shorter one. */
    private static byte[] mapped(byte[] four) {
        byte[] six = new byte[16];
        six[10] = (byte) 0xFF;
        six[11] = (byte) 0xFF;
        System.arraycopy(four, 0, six, 12, 4);
        return six;
    }

    private static FunctionException invalid(String text) {
        return new FunctionException("invalid CIDR expression: invalid CIDR address: " + text);
    }

    int hostBits() {
        return bits - length;
    }

    /** A longer prefix within this one. */
    Cidr subnet(int newBits, BigInteger number) {
        int longer = length + newBits;
        BigInteger shifted = number.shiftLeft(bits - longer);
        return new Cidr(network.or(shifted), longer, bits);
    }

    /** The address that follows the last one of this prefix. */
    BigInteger next() {
        return network.add(BigInteger.ONE.shiftLeft(hostBits()));
    }

    String netmask() {
        BigInteger ones = BigInteger.ONE.shiftLeft(length).subtract(BigInteger.ONE);
        return text(ones.shiftLeft(hostBits()));
    }

    String text(BigInteger address) {
        byte[] raw = address.toByteArray();
        byte[] bytes = new byte[bits / 8];
        int length = Math.min(raw.length, bytes.length);
        System.arraycopy(raw, raw.length - length, bytes, bytes.length - length, length);
        return bytes.length == 4 ? four(bytes) : six(bytes);
    }

    private static String four(byte[] bytes) {
        return (bytes[0] & 0xFF) + "." + (bytes[1] & 0xFF) + "." + (bytes[2] & 0xFF) + "." + (bytes[3] & 0xFF);
    }

    /** The longest run of zeros becomes two colons. */
    private static String six(byte[] bytes) {
        int[] words = new int[8];
        Arrays.setAll(words, i -> (bytes[2 * i] & 0xFF) << 8 | bytes[2 * i + 1] & 0xFF);
        int best = -1;
        int longest = 1;
        for (int i = 0; i < 8; i++) {
            int end = i;
            while (end < 8 && words[end] == 0) {
                end++;
            }
            if (end - i > longest) {
                best = i;
                longest = end - i;
            }
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            if (i == best) {
                out.append("::");
                i += longest - 1;
            } else {
                out.append(out.isEmpty() || out.charAt(out.length() - 1) == ':' ? "" : ":");
                out.append(Integer.toHexString(words[i]));
            }
        }
        return out.toString();
    }

    @Override
    public String toString() {
        return text(network) + "/" + length;
    }
}
