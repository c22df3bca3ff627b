import { createHash, randomBytes } from 'crypto';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Backend, ModelFiles, Tensor, TritonModel, TritonRealtimeEndpoint } from '../../lib';
import { writeLock } from '../../lib/artifacts/model-lock';

let workFolder: string;
let folder: string;
beforeEach(() => {
  workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'));
  folder = path.join(workFolder, 'model');
  fs.mkdirSync(path.join(folder, '1'), { recursive: true });
  fs.writeFileSync(path.join(folder, '1', 'weights.bin'), WEIGHTS);
  fs.writeFileSync(path.join(folder, '1', 'model.py'), 'class TritonPythonModel: pass\n');
});
afterEach(() => fs.rmSync(workFolder, { recursive: true, force: true }));

const WEIGHTS = randomBytes(1_200_000);
const weightsFile = (): string => path.join(folder, '1', 'weights.bin');

function createModel(backend = Backend.PYTHON): TritonModel {
  return new TritonModel({ name: 'model', backend, files: ModelFiles.fromDirectory(folder), maxBatchSize: 8 });
}

const TEMPLATES_ONLY = { 'cdk-sagemaker-triton:templatesOnly': true };

function synth(servedModel = createModel(), context = {}): string {
  const app = new App({ outdir: fs.mkdtempSync(path.join(workFolder, 'cdk.out-')), context });
  new TritonRealtimeEndpoint(new Stack(app, 'Stack'), 'Endpoint', { model: servedModel });
  const { directory } = app.synth();
  const objects = Object.values<{ destinations: object }>(
    JSON.parse(fs.readFileSync(path.join(directory, 'Stack.assets.json'), 'utf8')).files,
  ).map(({ destinations }) => destinations);
  return fs.readFileSync(path.join(directory, 'Stack.template.json'), 'utf8') + JSON.stringify(objects);
}

/** Replaces the large file by a Git LFS pointer. */
function writePointer(sha256: string): void {
  const lines = ['version https://git-lfs.github.com/spec/v1', `oid sha256:${sha256}`, `size ${WEIGHTS.length}`, ''];
  fs.writeFileSync(weightsFile(), lines.join('\n'));
}

describe('a locked model', () => {
  test('results in the same template and objects if its large file is missing, or is a pointer and only templates are required', () => {
    writeLock(folder);
    const complete = synth();
    fs.rmSync(weightsFile());
    expect(synth()).toBe(complete);
    writePointer(createHash('sha256').update(WEIGHTS).digest('hex'));
    expect(synth(createModel(), TEMPLATES_ONLY)).toBe(complete);
  });

  test('is rejected with a pointer instead of its large file', () => {
    writeLock(folder);
    writePointer(createHash('sha256').update(WEIGHTS).digest('hex'));
    expect(() => synth()).toThrow(
      /^Stack\/Endpoint.*: files: got a Git LFS pointer in place of model\/1\/weights\.bin; .*'git lfs pull'.*lock\.pointer/,
    );
  });

  test('is rejected if a file differs from the lock file', () => {
    writeLock(folder);
    fs.appendFileSync(weightsFile(), 'x');
    expect(() => synth()).toThrow(/weights\.bin: differs from triton-model\.lock.*lock\.stale/);
  });

  test('is rejected if a small file is missing', () => {
    writeLock(folder);
    fs.rmSync(path.join(folder, '1', 'model.py'));
    expect(() => synth()).toThrow(/model\/1\/model\.py: missing.*commit the file \(\S+\/lock\.small-file\)/);
  });
});

test('a missing file of more than 5 GiB requires a checksum that S3 compares', () => {
  const huge = { path: '1/huge.bin', bytes: 5 * 1024 ** 3 + 1, sha256: 'a'.repeat(64) };
  const writeLockEntries = (files: object[]): void =>
    fs.writeFileSync(path.join(folder, 'triton-model.lock'), JSON.stringify({ files }));
  writeLockEntries([huge]);
  expect(() => synth()).toThrow(/1\/huge\.bin: got no crc32 in triton-model\.lock.*lock\.checksum/);
  writeLockEntries([{ ...huge, crc32: '0123abcd' }]);
  expect(() => synth()).not.toThrow();
});

test('a folder without model files cannot be locked', () => {
  const empty = fs.mkdtempSync(path.join(workFolder, 'empty-'));
  fs.writeFileSync(path.join(empty, 'config.pbtxt'), '');
  expect(() => writeLock(empty)).toThrow(/allowed: a folder with a model's files .*files\.missing/);
  expect(fs.readdirSync(empty)).toEqual(['config.pbtxt']);
});

test('the lock file is not deployed, and contains path, size and digest', () => {
  const before = synth();
  expect(writeLock(folder).map(({ path: name }) => name)).toEqual(['1/model.py', '1/weights.bin']);
  expect(JSON.parse(fs.readFileSync(path.join(folder, 'triton-model.lock'), 'utf8')).files[1]).toEqual({
    path: '1/weights.bin',
    bytes: WEIGHTS.length,
    sha256: createHash('sha256').update(WEIGHTS).digest('hex'),
  });
  expect(synth()).toBe(before);
});

test('a pointer without a lock file is rejected, and cannot be locked', () => {
  writePointer('0'.repeat(64));
  expect(() => synth()).toThrow(/weights\.bin, which is a Git LFS pointer.*triton-model\.lock.*\/files\.git-lfs\)/);
  expect(() => writeLock(folder)).toThrow(/cannot be locked[\s\S]*weights\.bin is a Git LFS pointer/);
});

test('a pointer to a different file than in the lock file is rejected', () => {
  writeLock(folder);
  writePointer('0'.repeat(64));
  expect(() => synth()).toThrow(/pointer to a different file than the file in triton-model\.lock/);
});

test('a single file can be missing if the lock file in its folder lists the file and the model has tensors', () => {
  const file = path.join(workFolder, 'single', 'big.onnx');
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, WEIGHTS);
  writeLock(path.dirname(file));
  fs.rmSync(file);
  const props = { name: 'model', backend: Backend.ONNXRUNTIME, files: ModelFiles.fromFile(file) };
  const tensors = { inputs: [Tensor.fp32('x', [1])], outputs: [Tensor.fp32('y', [1])] };
  expect(synth(new TritonModel({ ...props, ...tensors }))).toContain(
    `${createHash('sha256').update(WEIGHTS).digest('hex')}.onnx`,
  );
  expect(() => synth(new TritonModel(props))).toThrow(/only listed in triton-model\.lock/);
});
