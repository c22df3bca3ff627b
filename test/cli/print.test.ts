import { print, printData } from '../../cli/output/print';
import { error } from '../../lib/findings/finding';
import { escapeControlCharacters } from '../../lib/findings/escape-control-characters';

// Output can contain untrusted text from files, models and servers, which must not control the terminal.

test.each([
  ['\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
  ['\u009b2J', '\\u009b2J'],
  ['over\rwritten', 'over\\u000dwritten'],
  ['\u202egnp.exe', '\\u202egnp.exe'],
  ['two\n\tlines — 你好 🙂', 'two\n\tlines — 你好 🙂'],
])('%j is printed as %j', (text, expected) => {
  expect(escapeControlCharacters(text)).toBe(expected);
});

const ALL_CHARACTERS = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join('');

test('no control characters reach the terminal, except tabs and line breaks', () => {
  expect(escapeControlCharacters(ALL_CHARACTERS).match(/[\p{Cc}\p{Bidi_Control}]/gu)).toEqual(['\t', '\n']);
});

test('escaped JSON still has the same value', () => {
  expect(JSON.parse(escapeControlCharacters(JSON.stringify(ALL_CHARACTERS)))).toBe(ALL_CHARACTERS);
});

describe('a very long line', () => {
  const long = 'x'.repeat(9_000_000);
  let printed: string[];
  beforeEach(() => {
    printed = [];
    jest.spyOn(console, 'log').mockImplementation((text: string) => printed.push(text));
  });
  afterEach(() => jest.restoreAllMocks());

  test('is shortened in text output', () => {
    print(`one\ngot ${long}; allowed: less\nthree`);
    const [firstLine, shortenedLine, lastLine] = printed[0].split('\n');
    expect([firstLine, lastLine]).toEqual(['one', 'three']);
    expect(shortenedLine).toMatch(/^got x+… \(\d+ characters\) …x+; allowed: less$/);
    expect(shortenedLine.length).toBeLessThan(11_000);
  });

  test('is complete in JSON output', () => {
    printData(JSON.stringify({ long }));
    expect(JSON.parse(printed[0])).toEqual({ long });
  });

  test('is shortened in the field and the message of a finding', () => {
    const { field, message } = error('rule', long, `got ${long}; allowed: less`);
    for (const text of [field, message]) expect(text.length).toBeLessThan(5000);
    expect(message).toMatch(/^got x.*characters.*; allowed: less$/);
  });
});
