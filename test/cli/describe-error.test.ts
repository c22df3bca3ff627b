import * as fs from 'node:fs';
import { describeError } from '../../cli/describe-error';

test.each<[string, () => void, string]>([
  ['a file that does not exist', () => fs.readFileSync('/proc/a'), '/proc/a: this file or folder does not exist'],
  [
    'a name that is too long',
    () => fs.readFileSync(`/${'a'.repeat(300)}`),
    `/${'a'.repeat(300)}: this name is too long`,
  ],
])('the error about %s is a readable sentence', (_, failingCall, sentence) => {
  let error: unknown;
  try {
    failingCall();
  } catch (thrown) {
    error = thrown;
  }
  expect(describeError(error)).toBe(sentence);
});

test('a folder that cannot be created is not reported as missing, although Node.js reports ENOENT on a read-only file system', () => {
  const error = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'mkdir', path: '/ro/out' });
  expect(describeError(error)).toBe('/ro/out: this folder cannot be created');
});
