import * as fs from 'node:fs';
import * as path from 'node:path';
import { readFolder } from '../../lib/model/folder/folder-content';
import { readLock } from '../../lib/model/folder/model-lock';
import { folderWith } from './folders';

const folder = folderWith({});

test('a link to a version folder is read as a separate version', () => {
  const model = path.join(folder, 'linked');
  fs.mkdirSync(path.join(model, '1'), { recursive: true });
  fs.writeFileSync(path.join(model, '1', 'model.plan'), 'engine');
  fs.symlinkSync('1', path.join(model, '2'));
  expect(readFolder(model).files.map((file) => file.path)).toEqual(['1/model.plan', '2/model.plan']);
});

test('a folder with more than 3,000 nested links is rejected', () => {
  const model = path.join(folder, 'bomb');
  for (let step = 0; step < 24; step++) fs.mkdirSync(path.join(model, `${step}`), { recursive: true });
  for (let step = 0; step < 23; step++) {
    fs.symlinkSync(`../${step + 1}`, path.join(model, `${step}`, 'a'));
    fs.symlinkSync(`../${step + 1}`, path.join(model, `${step}`, 'b'));
  }
  expect(() => readFolder(model)).toThrow(
    /bomb has more than 3,000 links; the limit of the folder of a model is 3,000/,
  );
});

test('the message about an invalid lock file has no control characters of its content', () => {
  const files = [{ path: '1/\u001b[31m\n::error::x\u202e', bytes: -1 }];
  const model = folderWith({ 'triton-model.lock': JSON.stringify({ files }) });
  expect(() => readLock(model)).toThrow(
    String.raw`got -1 bytes of "1/\u001b[31m\n::error::x\u202e"; allowed: their number`,
  );
});

test('more than 64 nested folders are rejected', () => {
  const model = path.join(folder, 'deep');
  fs.mkdirSync(path.join(model, ...Array.from({ length: 500 }, () => 'd')), { recursive: true });
  expect(() => readFolder(model)).toThrow(/deep has more than 64 folders in each other/);
});
