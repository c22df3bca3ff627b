import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { packModel } from '../../cli/pack/pack-model';
import { ModelArchive } from '../../lib';
import { writeArchive } from '../../lib/artifacts/model-archive';
import { folderWith } from '../model/folders';

const ONNX = path.join(__dirname, '..', '..', 'model-artifacts', 'image-classifier', 'onnx', '1', 'model.onnx');

let workFolder: string;
beforeEach(() => (workFolder = folderWith({})));

const inputAndOutput = (x: string, y: string): string => `
input { name: "${x}" data_type: TYPE_FP32 dims: [1] }
output { name: "${y}" data_type: TYPE_FP32 dims: [1] }
`;

/** Writes a Python model to a folder. */
function writeModel(folder: string, config = 'backend: "python"' + inputAndOutput('x', 'y')): string {
  fs.mkdirSync(path.join(workFolder, folder, '1'), { recursive: true });
  fs.writeFileSync(path.join(workFolder, folder, '1', 'model.py'), 'class TritonPythonModel:\n    pass\n');
  fs.writeFileSync(path.join(workFolder, folder, 'config.pbtxt'), config);
  return path.join(workFolder, folder);
}

function writeEnsemble(folder: string, composingModel: string): void {
  fs.mkdirSync(path.join(workFolder, folder, '1'), { recursive: true });
  const step = `model_name: "${composingModel}" model_version: -1 input_map { key: "x" value: "x" } output_map { key: "y" value: "y" }`;
  fs.writeFileSync(
    path.join(workFolder, folder, 'config.pbtxt'),
    `platform : 'ensemble'${inputAndOutput('x', 'y')}ensemble_scheduling { step { ${step} } }`,
  );
}

const pack = (folder: string, options: object = {}): ReturnType<typeof packModel> =>
  packModel(folder, { out: path.join(workFolder, 'out'), release: '24.09', ...options });

const namesInArchive = (archive: string): string => execFileSync('tar', ['tzf', archive], { encoding: 'utf8' });

test('the archive contains the model folder, and the name of the archive contains the content hash', () => {
  const { file, contentHash } = pack(writeModel('cat'));
  expect(path.basename(file)).toBe(`cat-${contentHash.slice(0, 16)}.tar.gz`);
  expect(namesInArchive(file)).toBe('cat/1/model.py\ncat/config.pbtxt\n');
  expect(pack(writeModel('cat')).contentHash).toBe(contentHash);
});

test('an ensemble is packed with its composing models, and with the spelling of `platform` that the container searches for', () => {
  writeModel('repository/member');
  writeEnsemble('repository/pipeline', 'member');
  const { file } = pack(path.join(workFolder, 'repository'));
  expect(path.basename(file)).toMatch(/^pipeline-/);
  expect(namesInArchive(file)).toContain('member/1/model.py\n');
  const config = execFileSync('tar', ['xzOf', file, 'pipeline/config.pbtxt'], { encoding: 'utf8' });
  expect(config).toContain('platform: "ensemble"');
});

test('a model without config.pbtxt and without a version folder is packed with both', () => {
  const folder = path.join(workFolder, 'classifier');
  fs.mkdirSync(folder);
  fs.copyFileSync(ONNX, path.join(folder, 'model.onnx'));
  expect(namesInArchive(pack(folder).file)).toBe('classifier/1/model.onnx\nclassifier/config.pbtxt\n');
});

test('--name changes the name of the archive', () => {
  expect(pack(writeModel('cat'), { name: 'team/cat' }).file).toContain(path.join('out', 'team', 'cat-'));
});

describe('the command rejects', () => {
  test('two models without an ensemble', () => {
    writeModel('repository/one');
    writeModel('repository/two');
    expect(() => pack(path.join(workFolder, 'repository'))).toThrow(
      /has 2 models that no ensemble uses \(one, two\); allowed in one archive: one model, or one ensemble.*\/mme\.archive-many\)/,
    );
  });

  test('an ensemble in an ensemble, because the container could load either', () => {
    writeModel('repository/member');
    writeEnsemble('repository/inner', 'member');
    writeEnsemble('repository/outer', 'inner');
    expect(() => pack(path.join(workFolder, 'repository'))).toThrow(
      /got 2 configurations with 'platform: "ensemble"' \(outer, inner\).*\/mme\.archive-many\)/,
    );
  });

  test('config.pbtxt next to models', () => {
    writeModel('repository/one');
    fs.writeFileSync(path.join(workFolder, 'repository', 'config.pbtxt'), '');
    expect(() => pack(path.join(workFolder, 'repository'))).toThrow(
      /config\.pbtxt at its root, next to.*one.*mme\.root-config/,
    );
  });

  test('a configuration that Triton rejects', () => {
    expect(() => pack(writeModel('cat', 'backend: "python"\nmax_batch_size: -1' + inputAndOutput('x', 'y')))).toThrow(
      /cat cannot be served\n {2}- maxBatchSize .*-1/,
    );
  });

  test('a decoupled model, which sends any number of responses to a request', () => {
    const config = `backend: "python" model_transaction_policy { decoupled: true }${inputAndOutput('x', 'y')}`;
    expect(() => pack(writeModel('cat', config))).toThrow(/decoupled: got true.*\/mme\.decoupled\)/);
  });

  test('a name with a slash if the Triton release does not support it', () => {
    expect(() => pack(writeModel('cat'), { name: 'team/cat', release: '26.03' })).toThrow(
      /--name: got 'team\/cat'; allowed with Triton 26\.03: a name without '\/'.*\/mme\.target-slash\)/,
    );
  });

  test.each(['', '/cat', '../cat', 'a b', `${'x'.repeat(981)}`])('the name %j', (name) => {
    expect(() => pack(writeModel('cat'), { name })).toThrow(/mme\.target-name/);
  });

  test('a folder with neither a model file nor models', () => {
    fs.mkdirSync(path.join(workFolder, 'cat', 'notes'), { recursive: true });
    expect(() => pack(path.join(workFolder, 'cat'))).toThrow(/allowed: version folders such as 1\/.*repo\.no-version/);
  });
});

test('ModelArchive.pack rejects config.pbtxt at the root, and explains the fix', () => {
  expect(() => ModelArchive.pack(writeModel('cat'), path.join(workFolder, 'cat.tar.gz'))).toThrow(
    /cat has config\.pbtxt at its root; allowed: one folder for each model, so pass the parent folder \(\S+\/sme\.root-config\)/,
  );
});

function runCommand(...args: string[]): { stdout: string; status: number | null } {
  const cli = path.join(__dirname, '..', '..', 'assets', 'cli', 'index.js');
  return spawnSync(process.execPath, [cli, 'pack', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('the command prints the AWS CLI command that uploads the archive', () => {
  const { stdout, status } = runCommand(writeModel('cat'), '--out', workFolder);
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /put-object --if-none-match '\*' --body \S+ --bucket <bucket> --key <prefix>cat-[0-9a-f]{16}\.tar\.gz/,
  );
});

test('if a file changes between hashing and packing, an error is thrown, and an existing archive is kept', () => {
  const file = path.join(writeModel('growing'), '1', 'model.py');
  const out = path.join(workFolder, 'out.tar.gz');
  fs.writeFileSync(out, 'the archive before');
  const originalHash = writeArchive(
    [{ path: 'growing/1/model.py', source: file }],
    path.join(workFolder, 'before.tar.gz'),
  ).contentHash;
  fs.appendFileSync(file, '# more\n');
  expect(() => writeArchive([{ path: 'growing/1/model.py', source: file }], out, originalHash)).toThrow(
    /out\.tar\.gz: a file changed while it was packed.*archive\.changed/,
  );
  expect(fs.readdirSync(workFolder).sort()).toEqual(['before.tar.gz', 'growing', 'out.tar.gz']);
  expect(fs.readFileSync(out, 'utf8')).toBe('the archive before');
});
