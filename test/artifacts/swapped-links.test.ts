import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { addBundle } from '../../lib/artifacts/bundle';
import { digestLarge } from '../../lib/artifacts/digest';
import { FileAssets } from '../../lib/artifacts/file-assets';
import { hashFiles } from '../../lib/artifacts/hash-files';
import { writeArchive } from '../../lib/artifacts/model-archive';
import { openRegularFile } from '../../lib/files/regular-file';
import { readFolder, SourceFile } from '../../lib/model/folder/folder-content';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'swapped-links-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A folder that the model must not read, with a file of the same name as the model. */
const outside = path.join(folder, 'outside');
fs.mkdirSync(outside);
fs.writeFileSync(path.join(outside, 'model.pt'), 'secret ');

/** Creates a model, lists its files, and only then replaces a part of its path by a link to the folder outside. */
function listAndSwap(swapped: string): SourceFile {
  const model = fs.mkdtempSync(path.join(folder, 'model-'));
  fs.mkdirSync(path.join(model, '1'));
  fs.writeFileSync(path.join(model, '1/model.pt'), 'weights');
  const [file] = readFolder(model).files;
  swap(path.join(model, swapped), path.join(outside, path.relative('1', swapped)));
  return file;
}

function swap(entry: string, target: string): void {
  fs.rmSync(entry, { recursive: true });
  fs.symlinkSync(target, entry);
}

function fileAssets(assetStaging: string): FileAssets {
  const app = new App({
    outdir: path.join(folder, 'cdk.out'),
    context: { 'cdk-sagemaker-triton:assetStaging': assetStaging },
  });
  return new FileAssets(new Stack(app, 'Stack'), 'Model');
}

const ENTRY = { path: 'model.pt', bytes: 7, sha256: '0'.repeat(64) };

describe.each([
  ['a file', '1/model.pt'],
  ['a folder', '1'],
])('if a link to another folder replaces %s after the files were listed, the target is not', (_, swapped) => {
  test.each<[string, (file: SourceFile) => unknown]>([
    ['archived', (file) => writeArchive([file], path.join(folder, 'model.tar.gz'))],
    ['hashed', (file) => hashFiles([file])],
    ['bundled', (file) => addBundle(fileAssets('copy'), [{ ...ENTRY, ...file }])],
    ['copied into the assembly', (file) => fileAssets('copy').addFile({ ...ENTRY, ...file })],
  ])('%s', (__, read) => {
    expect(() => read(listAndSwap(swapped))).toThrow(/model\.pt, which links to .*outside.*; allowed: a file inside/);
  });

  test('hashed in the separate process', async () => {
    await expect(digestLarge(listAndSwap(swapped), () => undefined)).rejects.toThrow('which links to');
  });
});

test('a link that replaces a file between the check of its path and the opening is rejected', () => {
  const model = path.join(folder, 'model');
  fs.mkdirSync(model);
  const file = path.join(model, 'config.pbtxt');
  fs.writeFileSync(file, 'text');
  const swapAndOpen = (name: string): number => {
    swap(file, path.join(outside, 'model.pt'));
    return fs.openSync(name, 'r');
  };
  expect(() => openRegularFile(file, { maximumBytes: 100, within: model }, swapAndOpen)).toThrow('which links to');
});
