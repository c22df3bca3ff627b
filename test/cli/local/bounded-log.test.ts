import * as fc from 'fast-check';
import { BoundedLog } from '../../../cli/local/bounded-log';

function logOf(...texts: string[]): BoundedLog {
  const log = new BoundedLog();
  for (const text of texts) log.add(Buffer.from(text));
  return log;
}

test('a short log is kept completely, and can be read from any position', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.nat(), (texts, position) => {
      const text = texts.join('');
      const start = position % (text.length + 1);
      expect(logOf(...texts).textSince(start)).toBe(text.slice(start));
    }),
  );
});

test('the beginning and the end of a long log are kept', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n${'x'.repeat(1024 * 1024)}\n`);
  const log = logOf('why it did not start\n', ...lines, 'the last words');
  const text = log.textSince(0);
  expect(text).toMatch(/^why it did not start\nline 0\n/);
  expect(text).toMatch(/\n… \d+ characters of the log are left out …\n/);
  expect(text).toMatch(/\nline 39\nx+\nthe last words$/);
  expect(text.length).toBeLessThan(16 * 1024 * 1024);
  expect(log.textSince(log.length - 'words'.length)).toBe('words');
});
