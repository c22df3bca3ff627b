import { print, printData } from '../../cli/print';
import { error } from '../../lib/findings/finding';
import { shown } from '../../lib/findings/shown';

// What comes from files, models and servers does not command the terminal.

test.each([
  ['\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
  ['\u009b2J', '\\u009b2J'],
  ['over\rwritten', 'over\\u000dwritten'],
  ['\u202egnp.exe', '\\u202egnp.exe'],
  ['two\n\tlines — 你好 🙂', 'two\n\tlines — 你好 🙂'],
])('%j is shown as %j', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

const ALL = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join('');

test('no control character reaches the terminal but tabs and ends of lines', () => {
  expect(shown(ALL).match(/[\p{Cc}\p{Bidi_Control}]/gu)).toEqual(['\t', '\n']);
});

test('JSON stays what it is', () => {
  expect(JSON.parse(shown(JSON.stringify(ALL)))).toBe(ALL);
});

describe('a line of megabytes', () => {
  const long = 'x'.repeat(9_000_000);
  let printed: string[];
  beforeEach(() => {
    printed = [];
    vi.spyOn(console, 'log').mockImplementation((text: string) => printed.push(text));
  });
  afterEach(() => vi.restoreAllMocks());

  test('is cut in its middle where people read it', () => {
    print(`one\ngot ${long}; allowed: less\nthree`);
    const [one, cut, three] = printed[0].split('\n');
    expect([one, three]).toEqual(['one', 'three']);
    expect(cut).toMatch(/^got x+… \(\d+ characters\) …x+; allowed: less$/);
    expect(cut.length).toBeLessThan(11_000);
  });

  test('stays whole where programs read it', () => {
    printData(JSON.stringify({ long }));
    expect(JSON.parse(printed[0])).toEqual({ long });
  });

  test('is no finding: its value is cut', () => {
    const { field, message } = error('rule', long, `got ${long}; allowed: less`);
    for (const text of [field, message]) expect(text.length).toBeLessThan(5000);
    expect(message).toMatch(/^got x.*characters.*; allowed: less$/);
  });
});
