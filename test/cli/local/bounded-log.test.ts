import * as fc from 'fast-check';
import { BoundedLog } from '../../../cli/local/bounded-log';

function logOf(...texts: string[]): BoundedLog {
  const log = new BoundedLog();
  for (const text of texts) log.add(Buffer.from(text));
  return log;
}

test('a log that is not long is kept whole, from any place on', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.nat(), (texts, place) => {
      const text = texts.join('');
      const begin = place % (text.length + 1);
      expect(logOf(...texts).since(begin)).toBe(text.slice(begin));
    }),
  );
});

test('of a long log, the beginning and the end are kept', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n${'x'.repeat(1024 * 1024)}\n`);
  const log = logOf('why it did not start\n', ...lines, 'the last words');
  const kept = log.since(0);
  expect(kept).toMatch(/^why it did not start\nline 0\n/);
  expect(kept).toMatch(/\n… \d+ characters of the log are left out …\n/);
  expect(kept).toMatch(/\nline 39\nx+\nthe last words$/);
  expect(kept.length).toBeLessThan(16 * 1024 * 1024);
  expect(log.since(log.length - 'words'.length)).toBe('words');
});
