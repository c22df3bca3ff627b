import { listingOfFiles } from '../../lib/artifacts/listing';
import { HashedFile } from '../../lib/artifacts/repository-file';

const sha256 = '0123456789abcdef'.repeat(4);

test('files are listed with their digests, and texts with their lines', () => {
  expect(
    listingOfFiles([
      { path: 'm/1/model.onnx', bytes: 3, sha256 },
      { path: 'm/config.pbtxt', bytes: 9, sha256, content: 'name: "m"\n' },
    ]),
  ).toEqual(['m/1/model.onnx 0123456789ab', 'm/config.pbtxt', '  name: "m"']);
});

test('lines above the limit are omitted and counted', () => {
  const files = Array.from({ length: 2000 }, (_, index) => ({
    path: `m/1/${1000 + index}.${'x'.repeat(20)}`,
    bytes: 1,
    sha256,
  }));
  const lines = listingOfFiles(files);
  expect(lines.join('').length).toBeLessThan(51_000);
  expect(lines.at(-1)).toBe(`and ${2000 - (lines.length - 1)} more lines`);
});

test('the files of a Python package in a version folder are one line, which changes with the files', () => {
  const files = (digest: string): HashedFile[] => [
    { path: 'm/1/model.py', bytes: 3, sha256 },
    { path: 'm/1/tokenizers-0.23.3.dist-info/RECORD', bytes: 9, sha256, package: 'tokenizers 0.23.3' },
    { path: 'm/1/tokenizers/__init__.py', bytes: 9, sha256: digest, package: 'tokenizers 0.23.3' },
    { path: 'm/1/six.py', bytes: 9, sha256, package: 'six 1.17.0' },
    { path: 'm/2/six.py', bytes: 9, sha256, package: 'six 1.17.0' },
  ];
  const lines = listingOfFiles(files(sha256));
  expect(lines).toEqual([
    'm/1/model.py 0123456789ab',
    expect.stringMatching(/^m\/1 six 1\.17\.0, 1 file [0-9a-f]{12}$/),
    expect.stringMatching(/^m\/1 tokenizers 0\.23\.3, 2 files [0-9a-f]{12}$/),
    expect.stringMatching(/^m\/2 six 1\.17\.0, 1 file [0-9a-f]{12}$/),
  ]);
  const changedLines = listingOfFiles(files(sha256.replace('0', '1')));
  expect(changedLines.filter((line, index) => line !== lines[index])).toEqual([
    expect.stringMatching(/^m\/1 tokenizers 0\.23\.3, 2 files/),
  ]);
});
