import * as fc from 'fast-check';
import { linesOf } from '../../../lambda/shadow-comparison/lines';

test('the lines of a text, whatever its chunks are', async () => {
  const text = fc.array(fc.constantFrom('a', 'ä', '😀', '\n')).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 5 }), async (content, size) => {
      const bytes = Buffer.from(content);
      async function* chunks(): AsyncGenerator<Uint8Array> {
        for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
      }
      let readBytes = 0;
      const lines: string[] = [];
      for await (const line of linesOf(chunks(), (count) => (readBytes += count))) lines.push(line);
      expect(lines).toEqual(content.split('\n'));
      expect(readBytes).toBe(bytes.length);
    }),
  );
});
