import * as fs from 'node:fs';
import { describeError } from '../../cli/describe-error';

test.each<[string, () => void, string]>([
  ['a file that does not exist', () => fs.readFileSync('/proc/a'), '/proc/a: this file or folder does not exist'],
  [
    'a name that is too long',
    () => fs.readFileSync(`/${'a'.repeat(300)}`),
    `/${'a'.repeat(300)}: this name is too long`,
  ],
])('%s is described in words', (_, work, words) => {
  let error: unknown;
  try {
    work();
  } catch (thrown) {
    error = thrown;
  }
  expect(describeError(error)).toBe(words);
});

test('a folder on a read-only file system, for which Node.js says that it does not exist, cannot be created', () => {
  const error = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'mkdir', path: '/ro/out' });
  expect(describeError(error)).toBe('/ro/out: this folder cannot be created');
});
