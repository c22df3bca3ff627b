import { listingOfFiles } from '../../lib/artifacts/listing';

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
