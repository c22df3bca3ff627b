import { selectFiles } from '../../../lambda/shadow-comparison/captured-files';

const MIB = 1024 * 1024;
const file = (key: string, modified: number, bytes = MIB) => ({ key, modified, bytes });
const keysOf = ({ files }: ReturnType<typeof selectFiles>) => files.map(({ key }) => key);

test('all files are read if they are within the limits', () => {
  const selected = selectFiles([file('a', 2), file('b', 1)], 1);
  expect(selected.isComplete).toBe(true);
  expect(keysOf(selected)).toEqual(['b', 'a']);
});

test('otherwise the files of both variants around a time are read, so that they contain the same requests', () => {
  const minutes = Array.from({ length: 100 }, (_, minute) => minute);
  const files = ['Production', 'Shadow'].flatMap((name) => minutes.map((minute) => file(`${name}/${minute}`, minute)));
  const selected = selectFiles(files, 49.5);
  expect(selected.isComplete).toBe(false);
  expect(keysOf(selected)).toHaveLength(128);
  for (const name of ['Production', 'Shadow']) {
    const read = keysOf(selected).flatMap((key) => (key.startsWith(name) ? [Number(key.split('/')[1])] : []));
    expect([Math.min(...read), Math.max(...read)]).toEqual([18, 81]);
  }
});

test('the number of files is limited', () => {
  const files = Array.from({ length: 2001 }, (_, index) => file(`${index}`, index, 1));
  const selected = selectFiles(files, 0);
  expect(selected.isComplete).toBe(false);
  expect(selected.files).toHaveLength(2000);
});
