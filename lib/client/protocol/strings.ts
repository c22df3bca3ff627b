const LENGTH_BYTES = 4;

/** Strings in Triton's binary form: each behind its length. */
export function encodeStrings(elements: ArrayLike<unknown>): Uint8Array {
  const parts = Array.from(elements, toBuffer);
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + LENGTH_BYTES + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    offset = bytes.writeUInt32LE(part.length, offset);
    offset += part.copy(bytes, offset);
  }
  return bytes;
}

/**
 * The strings' bytes, which need not be text, as views.
 *
 * @throws Error when a length does not fit
 */
export function decodeStrings(bytes: Uint8Array): Buffer[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Buffer[] = [];
  for (let offset = 0; offset < buffer.length;) {
    const start = offset + LENGTH_BYTES;
    if (start > buffer.length)
      throw new Error(`the length of a string has ${buffer.length - offset} bytes, expected 4`);
    const end = start + buffer.readUInt32LE(offset);
    if (end > buffer.length) throw new Error(`a string of ${end - start} bytes is truncated`);
    parts.push(buffer.subarray(start, end));
    offset = end;
  }
  return parts;
}

/** The bytes of a string as a request or a response has it. */
export function toBuffer(value: unknown): Buffer {
  if (!(value instanceof Uint8Array)) return Buffer.from(String(value));
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
