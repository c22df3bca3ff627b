import { slicesOf } from '../../../lambda/shared/small-files';

const bundle = { key: 'small.bundle', indexBytes: 1000, indexSha256: '' };

function slicesOfFiles(count: number, bytes: number): { offset: number; bytes: number; files: number }[] {
  const files = Array.from({ length: count }, (_, index) => ({ path: `${index}`, bytes, sha256: '' }));
  return slicesOf(bundle, files).map((slice) => ({ ...slice, files: slice.files.length }));
}

test('a slice contains at most 4 MiB', () => {
  expect(slicesOfFiles(9, 2 ** 20)).toEqual([
    { offset: 1000, bytes: 2 ** 22, files: 4 },
    { offset: 1000 + 2 ** 22, bytes: 2 ** 22, files: 4 },
    { offset: 1000 + 2 ** 23, bytes: 2 ** 20, files: 1 },
  ]);
});

test('thousands of tiny files, such as those of Python packages, are in several slices, which are written at the same time', () => {
  const slices = slicesOfFiles(6050, 500);
  expect(slices).toHaveLength(61);
  expect(slices.every(({ files }) => files <= 100)).toBe(true);
  expect(slices.at(-1)).toEqual({ offset: 1000 + 6000 * 500, bytes: 25_000, files: 50 });
});
