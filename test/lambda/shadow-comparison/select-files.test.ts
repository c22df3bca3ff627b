import { selectFiles } from '../../../lambda/shadow-comparison/captured-files';

const file = (key: string, modified: number) => ({ key, modified });

test('the files that were written closest to a time are read first', () => {
  const { files, isComplete } = selectFiles([file('a', 3), file('b', 1), file('c', 5)], 2.9);
  expect(isComplete).toBe(true);
  expect(files.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
});

test('the number of files is limited', () => {
  const files = Array.from({ length: 1001 }, (_, index) => file(`${index}`, index));
  const selected = selectFiles(files, 0);
  expect(selected.isComplete).toBe(false);
  expect(selected.files).toHaveLength(1000);
});
