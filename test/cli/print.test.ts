import { PassThrough } from 'stream';
import { setImmediate as eventsHandled } from 'timers/promises';
import { print, printData, printNote, printOutput } from '../../cli/output/print';
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

let printed: string[];
beforeEach(() => {
  printed = [];
  for (const stream of ['log', 'error'] as const)
    jest.spyOn(console, stream).mockImplementation((...[text]) => void printed.push(text as string));
});
afterEach(() => jest.restoreAllMocks());

test.each([
  ['x\n::error file=a::text', 'x\n\\u003a:error file=a::text'],
  ['\u2003 ::stop-commands::x', '\u2003 \\u003a:stop-commands::x'],
  ['x ##[add-mask]y ##vso[task.logissue]z', 'x ##\\u005badd-mask]y ##vso\\u005btask.logissue]z'],
  ['std::bad_alloc in [## x]', 'std::bad_alloc in [## x]'],
])('%j is no command to the runner of a workflow', (text, expected) => {
  print(text);
  printNote(text);
  expect(printed).toEqual([expected, expected]);
});

test('JSON with a command to the runner of a workflow has the same value, and no command', () => {
  const json = { text: '::error::x\n##[add-mask]y' };
  printData(JSON.stringify(json, undefined, 2));
  expect(printed[0]).not.toMatch(/^\s*::|##\w*\[/m);
  expect(JSON.parse(printed[0])).toEqual(json);
});

test('the output of a child process has no command to the runner of a workflow, however its parts arrive', async () => {
  const output = new PassThrough();
  printOutput(output);
  for (const part of ['loaded\n:', ':error::x\n##', '[add-mask]y\n', '\u001b[2J', 'the end']) {
    output.write(part);
    await eventsHandled();
  }
  expect(printed).toEqual(['loaded', '\\u003a:error::x', '##\\u005badd-mask]y']);
  output.destroy();
  await eventsHandled();
  expect(printed.slice(3)).toEqual(['\\u001b[2Jthe end']);
});

describe('a very long line', () => {
  const long = 'x'.repeat(9_000_000);

  test('of a child process is printed before its end', async () => {
    const output = new PassThrough();
    printOutput(output);
    output.write(`${long}##`);
    await eventsHandled();
    expect(printed).toEqual([expect.stringMatching(/x##$/)]);
    output.end('[add-mask]y');
    await eventsHandled();
    expect(printed.slice(1)).toEqual(['[add-mask]y']);
  });

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
