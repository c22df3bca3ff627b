/**
 * Reads a body to its end.
 *
 * @throws when it has more bytes than this
 */
export async function readUpTo(maximumBytes: number, parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of parts) {
    bytes += chunk.length;
    if (bytes > maximumBytes) throw new Error(`the server's response has more than ${maximumBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
