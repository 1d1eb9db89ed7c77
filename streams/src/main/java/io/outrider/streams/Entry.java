package io.outrider.streams;

/**
 * One durable entry of an {@link EventLog}. The encoded bytes are made once and shared by all readers: nobody may
 * change them.
 *
 * @param cursor its place
 * @param value the decoded event
 * @param encoded the same event as bytes, shared, read only
 */
public record Entry<E>(Cursor cursor, E value, byte[] encoded) {}
