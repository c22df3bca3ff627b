/**
 * The lines of a text in UTF-8. Only one line and one chunk are in memory.
 *
 * @param onRead called with the number of bytes of each chunk
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  onRead: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = []; // of the current line: adding each chunk to a string would copy a long line again and again
  for await (const chunk of chunks) {
    onRead(chunk.length);
    const [first, ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    parts.push(first);
    for (const other of others) {
      yield parts.join('');
      parts = [other];
    }
  }
  yield parts.join('');
}
