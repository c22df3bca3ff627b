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
