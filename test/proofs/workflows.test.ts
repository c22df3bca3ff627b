import * as fs from 'node:fs';
import * as path from 'node:path';

const FOLDER = path.join(__dirname, '..', '..', '.github', 'workflows');

test.each(fs.readdirSync(FOLDER))('%s: actions are pinned to a commit, with the version in words', (file) => {
  const used = fs.readFileSync(path.join(FOLDER, file), 'utf8').match(/uses: .*/g) ?? [];
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((line) => !/^uses: [\w/-]+@[0-9a-f]{40} # v[\d.]+$/.test(line))).toEqual([]);
});
