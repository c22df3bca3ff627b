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

/** An empty string. It has no bytes that a program could change, so all empty strings are this object. */
const EMPTY = Buffer.alloc(0);

/**
 * Decodes strings as views of their bytes, which are not necessarily text.
 *
 * @param maxCount limit, because a view requires more memory than a short string
 * @throws Error if a length is invalid, or if there are more strings
 */
export function decodeStrings(bytes: Uint8Array, maxCount = Infinity): Buffer[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Buffer[] = [];
  for (let offset = 0; offset < buffer.length;) {
    const start = offset + LENGTH_BYTES;
    if (start > buffer.length)
      throw new Error(`the length of a string has ${buffer.length - offset} bytes, expected 4`);
    const end = start + buffer.readUInt32LE(offset);
    if (end > buffer.length) throw new Error(`a string of ${end - start} bytes is truncated`);
    if (!(parts.length < maxCount))
      throw new Error(`there are more strings than the ${maxCount} elements of the shape`);
    parts.push(end > start ? buffer.subarray(start, end) : EMPTY);
    offset = end;
  }
  return parts;
}

/** Bytes of an element of data type BYTES. */
export function toBuffer(value: unknown): Buffer {
  if (Buffer.isBuffer(value)) return value;
  if (value === '') return EMPTY;
  if (!(value instanceof Uint8Array)) return Buffer.from(String(value));
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
