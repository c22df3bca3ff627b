const LENGTH_BYTES = 4;

/** Encodes strings in Triton's binary format: the length of each string precedes its bytes. */
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
 * Decodes strings as views of their bytes, which are not necessarily text.
 *
 * @throws Error if a length is invalid
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

/** Bytes of an element of data type BYTES. */
export function toBuffer(value: unknown): Buffer {
  if (!(value instanceof Uint8Array)) return Buffer.from(String(value));
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
