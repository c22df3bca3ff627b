import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { packModel } from '../../cli/pack/pack-model';
import { ModelArchive } from '../../lib';
import { writeArchive } from '../../lib/artifacts/model-archive';

const ONNX = path.join(__dirname, '..', '..', 'model-artifacts', 'image-classifier', 'onnx', '1', 'model.onnx');

let work: string;
beforeEach(() => (work = fs.mkdtempSync(path.join(os.tmpdir(), 'pack-'))));
afterEach(() => fs.rmSync(work, { recursive: true, force: true }));

const io = (x: string, y: string): string => `
input { name: "${x}" data_type: TYPE_FP32 dims: [1] }
output { name: "${y}" data_type: TYPE_FP32 dims: [1] }
`;

/** Writes a python model into a folder. */
function model(folder: string, config = 'backend: "python"' + io('x', 'y')): string {
  fs.mkdirSync(path.join(work, folder, '1'), { recursive: true });
  fs.writeFileSync(path.join(work, folder, '1', 'model.py'), 'class TritonPythonModel:\n    pass\n');
  fs.writeFileSync(path.join(work, folder, 'config.pbtxt'), config);
  return path.join(work, folder);
}

function ensemble(folder: string, member: string): void {
  fs.mkdirSync(path.join(work, folder, '1'), { recursive: true });
  const step = `model_name: "${member}" model_version: -1 input_map { key: "x" value: "x" } output_map { key: "y" value: "y" }`;
  fs.writeFileSync(
    path.join(work, folder, 'config.pbtxt'),
    `platform : 'ensemble'${io('x', 'y')}ensemble_scheduling { step { ${step} } }`,
  );
}

const pack = (folder: string, options: object = {}): ReturnType<typeof packModel> =>
  packModel(folder, { out: path.join(work, 'out'), release: '24.09', ...options });

const listing = (archive: string): string => execFileSync('tar', ['tzf', archive], { encoding: 'utf8' });

test("a model's folder becomes a folder of the archive, whose name has the hash of its content", () => {
  const { file, contentHash } = pack(model('cat'));
  expect(path.basename(file)).toBe(`cat-${contentHash.slice(0, 16)}.tar.gz`);
  expect(listing(file)).toBe('cat/1/model.py\ncat/config.pbtxt\n');
  expect(pack(model('cat')).contentHash).toBe(contentHash);
});

test('an ensemble is packed with its members, and spelled as the container looks for it', () => {
  model('repository/member');
  ensemble('repository/pipeline', 'member');
  const { file } = pack(path.join(work, 'repository'));
  expect(path.basename(file)).toMatch(/^pipeline-/);
  expect(listing(file)).toContain('member/1/model.py\n');
  const config = execFileSync('tar', ['xzOf', file, 'pipeline/config.pbtxt'], { encoding: 'utf8' });
  expect(config).toContain('platform: "ensemble"');
});

test('a folder needs no config.pbtxt, and a model file no version folder', () => {
  const folder = path.join(work, 'classifier');
  fs.mkdirSync(folder);
  fs.copyFileSync(ONNX, path.join(folder, 'model.onnx'));
  expect(listing(pack(folder).file)).toBe('classifier/1/model.onnx\nclassifier/config.pbtxt\n');
});

test('clients may call it otherwise', () => {
  expect(pack(model('cat'), { name: 'team/cat' }).file).toContain(path.join('out', 'team', 'cat-'));
});

describe('refuses, with one clear error,', () => {
  test('two models without an ensemble', () => {
    model('repository/one');
    model('repository/two');
    expect(() => pack(path.join(work, 'repository'))).toThrow(
      /has 2 models that no ensemble uses \(one, two\); allowed in one archive: one model, or one ensemble.*\/mme\.archive-many\)/,
    );
  });

  test('an ensemble in an ensemble, of which the container would take any', () => {
    model('repository/member');
    ensemble('repository/inner', 'member');
    ensemble('repository/outer', 'inner');
    expect(() => pack(path.join(work, 'repository'))).toThrow(
      /got 2 configurations with 'platform: "ensemble"' \(outer, inner\).*\/mme\.archive-many\)/,
    );
  });

  test('config.pbtxt beside models', () => {
    model('repository/one');
    fs.writeFileSync(path.join(work, 'repository', 'config.pbtxt'), '');
    expect(() => pack(path.join(work, 'repository'))).toThrow(
      /config\.pbtxt at its root, next to.*one.*mme\.root-config/,
    );
  });

  test('what Triton refuses', () => {
    expect(() => pack(model('cat', 'backend: "python"\nmax_batch_size: -1' + io('x', 'y')))).toThrow(
      /cat cannot be served\n {2}- maxBatchSize .*-1/,
    );
  });

  test('a model that answers a request with any number of answers', () => {
    const config = `backend: "python" model_transaction_policy { decoupled: true }${io('x', 'y')}`;
    expect(() => pack(model('cat', config))).toThrow(/decoupled: got true.*\/mme\.decoupled\)/);
  });

  test('a name in a folder where the release takes none', () => {
    expect(() => pack(model('cat'), { name: 'team/cat', release: '26.03' })).toThrow(
      /--name: got 'team\/cat'; allowed with Triton 26\.03: a name without '\/'.*\/mme\.target-slash\)/,
    );
  });

  test.each(['', '/cat', '../cat', 'a b', `${'x'.repeat(981)}`])('the name %j', (name) => {
    expect(() => pack(model('cat'), { name })).toThrow(/mme\.target-name/);
  });

  test('a folder with neither a model file nor models', () => {
    fs.mkdirSync(path.join(work, 'cat', 'notes'), { recursive: true });
    expect(() => pack(path.join(work, 'cat'))).toThrow(/allowed: version folders such as 1\/.*repo\.no-version/);
  });

  test('a folder without a model', () => {
    expect(() => pack(work)).toThrow(/allowed: a folder with a model \(\S+\/files\.missing\)/);
  });
});

test('ModelArchive.pack refuses config.pbtxt at the root, and names the way out', () => {
  expect(() => ModelArchive.pack(model('cat'), path.join(work, 'cat.tar.gz'))).toThrow(
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

test('the command packs large models in a process of its own', () => {
  const folder = model('cat');
  fs.writeFileSync(path.join(folder, '1', 'weights.bin'), Buffer.alloc(5_000_000));
  expect(runCommand(folder, '--out', path.join(work, 'out')).status).toBe(0);
  const [archive] = fs.readdirSync(path.join(work, 'out'));
  expect(listing(path.join(work, 'out', archive))).toContain('cat/1/weights.bin\n');
});

test('the command says folder for the archive', () => {
  const { stdout, status } = runCommand(model('cat'), '--out', work);
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /put-object --if-none-match '\*' --body \S+ --bucket <bucket> --key <prefix>cat-[0-9a-f]{16}\.tar\.gz/,
  );
});

test('a file that changes between its hash and its packing fails, and leaves no archive of that name', () => {
  const file = path.join(model('growing'), '1', 'model.py');
  const out = path.join(work, 'out.tar.gz');
  fs.writeFileSync(out, 'the archive before');
  const known = writeArchive(
    [{ path: 'growing/1/model.py', source: file }],
    path.join(work, 'before.tar.gz'),
  ).contentHash;
  fs.appendFileSync(file, '# more\n');
  expect(() => writeArchive([{ path: 'growing/1/model.py', source: file }], out, known)).toThrow(
    /out\.tar\.gz: a file changed while it was packed.*archive\.changed/,
  );
  expect(fs.readdirSync(work).sort()).toEqual(['before.tar.gz', 'growing', 'out.tar.gz']);
  expect(fs.readFileSync(out, 'utf8')).toBe('the archive before');
});
