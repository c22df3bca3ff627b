import * as path from 'path';
import { readRequirements } from '../../../lib/model/python-packages/requirement-files';
import { folderWith } from '../folders';

function requirements(files: Record<string, string>): () => unknown {
  const folder = folderWith(files);
  return () => readRequirements(path.join(folder, 'requirements.txt'));
}

test('a requirements file has at most 200,000 lines', () => {
  expect(requirements({ 'requirements.txt': 'a\r'.repeat(200_001) })).toThrow(
    'requirements.txt: got more than 200000 lines; allowed: at most 200000',
  );
});

test('a requirements file has at most 200,000 lines with the files that it includes', () => {
  const files = { 'a.txt': '#\n'.repeat(150_000), 'b.txt': '#\n'.repeat(50_000) };
  expect(requirements({ 'requirements.txt': '-r a.txt\n-r b.txt', ...files })).toThrow(
    'b.txt: got more than 200000 lines in all files; allowed: at most 200000',
  );
});

test('a requirements file has at most 16 MiB with the files that it includes', () => {
  const files = { 'a.txt': `#${'a'.repeat(9_000_000)}`, 'b.txt': `#${'b'.repeat(9_000_000)}` };
  expect(requirements({ 'requirements.txt': '-r a.txt\n-r b.txt', ...files })).toThrow(
    'b.txt: got more than 16777216 characters in all files; allowed: at most 16777216',
  );
});
