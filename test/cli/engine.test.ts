import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { engineCommand } from '../../cli/engine';
import { EngineRequest, planBuild } from '../../cli/engine/plan-build';
import { addProfile } from '../../cli/engine/profile-option';
import { runBuild } from '../../cli/engine/run-build';
import { writeSource } from '../../cli/engine/source-folder';
import { EnginePrecision, EngineProfile } from '../../lib/model';
import { ARTIFACTS } from '../endpoint/fixtures';

const IMAGE_ONNX = path.join(ARTIFACTS, 'image-classifier', 'onnx', '1', 'model.onnx');
const TEXT_ONNX = path.join(ARTIFACTS, 'text-classifier', 'onnx', '1', 'model.onnx');
const SHAPES = { min: [1, 512], opt: [8, 512], max: [16, 512] };

const REQUEST: EngineRequest = {
  onnxFile: IMAGE_ONNX,
  instanceType: 'ml.g5.xlarge',
  release: '25.04',
  maxBatchSize: 16,
  options: {},
};

let work: string;
beforeEach(() => (work = fs.mkdtempSync(path.join(os.tmpdir(), 'engine-'))));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  fs.rmSync(work, { recursive: true, force: true });
});

describe('what is built', () => {
  const described = (request: Partial<EngineRequest>): Record<string, unknown> => {
    const { files } = planBuild({ ...REQUEST, ...request });
    return JSON.parse(files.find((file) => file.path === 'build.json')?.content ?? '');
  };

  test('is the ONNX file, for the GPU of the type with the image of the release', () => {
    const { files, gpu, image } = planBuild(REQUEST);
    expect(files.map((file) => file.path)).toEqual(
      expect.arrayContaining(['onnx/model.onnx', 'script/build.py', 'build.json']),
    );
    expect([gpu, image]).toEqual(['NVIDIA A10G', 'nvcr.io/nvidia/tritonserver:25.04-py3']);
    expect(described({})).toMatchObject({
      onnx: 'onnx/model.onnx',
      gpu: 'NVIDIA A10G',
      computeCapability: '8.6',
      tensorRt: '10.9.0.34',
      image: '25.04',
      arguments: [
        '--stronglyTyped',
        '--minShapes=image:1x3x32x32',
        '--optShapes=image:16x3x32x32',
        '--maxShapes=image:16x3x32x32',
      ],
    });
  });

  test('with a release that AWS does not publish, for an image of one’s own, keeps the data types of the ONNX file', () => {
    expect(planBuild({ ...REQUEST, release: '26.06' }).image).toBe('nvcr.io/nvidia/tritonserver:26.06-py3');
    expect(described({ release: '26.06' }).arguments).not.toContain('--stronglyTyped');
    const fp16 = { ...REQUEST, release: '26.06', options: { precision: EnginePrecision.FP16 } };
    expect(() => planBuild(fp16)).toThrow('got FP16; TensorRT 11 or newer of Triton 26.06 allows STRONGLY_TYPED');
  });

  test('has the options of a deployment', () => {
    const profiles = [EngineProfile.of({ token_ids: SHAPES, attn_mask: SHAPES })];
    const options = { precision: EnginePrecision.FP16, profiles, optimizationLevel: 5, tolerance: 0.1 };
    expect(described({ onnxFile: TEXT_ONNX, options })).toMatchObject({
      arguments: [
        '--fp16',
        '--minShapes=attn_mask:1x512,token_ids:1x512',
        '--optShapes=attn_mask:8x512,token_ids:8x512',
        '--maxShapes=attn_mask:16x512,token_ids:16x512',
        '--builderOptimizationLevel=5',
      ],
      tolerance: 0.1,
    });
  });

  test('has the examples, with which the engine is compared', () => {
    const image = { name: 'image', datatype: 'FP32', shape: [1, 3, 32, 32], data: Array(3072).fill(0.5) };
    const file = path.join(work, 'cat.json');
    fs.writeFileSync(file, JSON.stringify({ request: { inputs: [image] } }));
    expect(described({ examples: [file] })).toMatchObject({ examples: [{ inputs: [image] }] });
    fs.writeFileSync(file, JSON.stringify({ request: { inputs: [{ ...image, name: 'picture' }] } }));
    expect(() => planBuild({ ...REQUEST, examples: [file] })).toThrow('examples[0]');
    expect(() => planBuild({ ...REQUEST, examples: ['lost.json'] })).toThrow('ModelExample.fromFile: lost.json: ');
  });

  test.each<[string, Partial<EngineRequest>, string]>([
    ['an unknown instance type', { instanceType: 'ml.m5.large' }, 'ml.m5.large is not a known GPU instance type'],
    ['an unknown release', { release: '19.01' }, '19.01 is not a known Triton release; allowed: '],
    [
      'a GPU that its TensorRT dropped',
      { instanceType: 'ml.p3.2xlarge' },
      'TensorRT 10.9.0.34 of Triton 25.04 does not support (removed in 10.5); allowed: Triton 24.09 or older',
    ],
    [
      'a GPU that the release dropped',
      { instanceType: 'ml.p2.xlarge' },
      'needs compute capability 6.0; ml.p2.xlarge has 3.7',
    ],
    ['a file that is not there', { onnxFile: 'lost.onnx' }, 'lost.onnx does not exist (files.missing)'],
    [
      'what the rules refuse',
      { options: { precision: EnginePrecision.BF16 }, instanceType: 'ml.g4dn.xlarge' },
      'files.precision: got BF16, which requires a GPU with compute capability 8.0 or higher',
    ],
  ])('%s is refused in words', (_, overrides, message) => {
    expect(() => planBuild({ ...REQUEST, ...overrides })).toThrow(message);
  });
});

describe('--profile', () => {
  test('names inputs with their smallest, usual and largest shape', () => {
    const [profile] = addProfile('token_ids=1x512:8x512:16x512,a=b=1:2:3', []);
    expect(profile._shapes).toEqual({ token_ids: SHAPES, 'a=b': { min: [1], opt: [2], max: [3] } });
  });

  test.each(['token_ids', 'token_ids=1x16', 'token_ids=1x16:8x128:x', '=1:2:3'])('refuses %s', (text) => {
    expect(() => addProfile(text, [])).toThrow(
      'allowed: the smallest, usual and largest shape, such as token_ids=1x16:8x128:16x512',
    );
  });
});

/** A program on PATH in place of Docker: it notes its words, and does what the shell script says in the output's folder. */
function standIn(script: string): void {
  const bin = path.join(work, 'bin');
  fs.mkdirSync(bin);
  const output =
    'for word; do case $word in *:/opt/ml/processing/output) out=${word%%:*};; *:/opt/ml/output) messages=${word%%:*};; esac; done';
  fs.writeFileSync(
    path.join(bin, 'docker'),
    `#!/bin/sh\necho "$@" > ${work}/words\n${output}\ncd "$out"\n${script}\n`,
    {
      mode: 0o755,
    },
  );
  vi.stubEnv('PATH', `${bin}${path.delimiter}${process.env.PATH}`);
}

const sha256 = createHash('sha256').update('engine').digest('hex');
const SIDECAR = { bytes: 6, sha256, latency: [{ profile: 0, batch: 1, median: 0.8, p99: 1.1, throughput: 1210 }] };
const BUILDS = `printf engine > model.plan; echo '${JSON.stringify(SIDECAR)}' > model.plan.json`;

async function printed(...words: string[]): Promise<string> {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  await engineCommand().parseAsync([IMAGE_ONNX, '--release', '25.04', '--out', path.join(work, 'out'), ...words], {
    from: 'user',
  });
  return lines.join('\n');
}

test('without --run the source folder is written and the command is printed', async () => {
  const text = await printed('--instance-type', 'ml.g6.xlarge');
  expect(text).toContain('On a host with Docker and an NVIDIA L4:');
  expect(text).toContain(`--volume ${work}/out/source:/opt/ml/processing/input/source:ro`);
  expect(text).toContain(
    'nvcr.io/nvidia/tritonserver:25.04-py3 python3 /opt/ml/processing/input/source/script/build.py',
  );
  expect(fs.readFileSync(path.join(work, 'out', 'source', 'onnx', 'model.onnx'))).toEqual(fs.readFileSync(IMAGE_ONNX));
});

test('options of the build are those of a deployment', async () => {
  await printed(
    '--precision',
    'FP16',
    '--layer-precision',
    '*Gemm=FP32',
    '--hardware-compatibility',
    'AMPERE_PLUS',
    '--extra-argument=--noTF32',
    '--instance-type',
    'ml.g5.xlarge',
  );
  const { arguments: words } = JSON.parse(fs.readFileSync(path.join(work, 'out', 'source', 'build.json'), 'utf8'));
  expect(words).toEqual([
    '--fp16',
    '--precisionConstraints=obey',
    '--layerPrecisions=*Gemm:fp32',
    ...['--minShapes=image:1x3x32x32', '--optShapes=image:16x3x32x32', '--maxShapes=image:16x3x32x32'],
    '--hardwareCompatibilityLevel=ampere+',
    '--noTF32',
  ]);
});

test('with --run Docker builds, and what was measured is printed', async () => {
  standIn(BUILDS);
  expect(await printed('--run')).toBe(
    `${work}/out/model.plan: 6 bytes\nprofile 0, batch 1: median 0.8 ms, p99 1.1 ms, 1210 inferences/s`,
  );
  expect(fs.readFileSync(path.join(work, 'words'), 'utf8')).toContain('--gpus all');
  expect(fs.readdirSync(path.join(work, 'out')).sort()).toEqual(['model.plan', 'model.plan.json']);
});

describe('a build that fails', () => {
  const build = async (script: string): Promise<unknown> => {
    standIn(script);
    const out = path.join(work, 'out');
    fs.mkdirSync(out);
    fs.writeFileSync(path.join(out, 'failure.txt'), 'of the user');
    const ended = runBuild(planBuild(REQUEST), out).finally(() => {
      // What it was built from is gone.
      expect(fs.readdirSync(out).filter((name) => !name.startsWith('model.plan'))).toEqual(['failure.txt']);
    });
    return ended;
  };

  test('says what the program wrote', async () => {
    await expect(
      build('echo "trtexec: no importer registered for op: Foo" > "$messages/message"; exit 1'),
    ).rejects.toThrow('trtexec: no importer registered for op: Foo');
  });

  test('says that Docker failed where the program did not begin', async () => {
    await expect(build('exit 125')).rejects.toThrow('docker ended with status 125');
  });

  test('says that Docker is not there', async () => {
    vi.stubEnv('PATH', work);
    await expect(runBuild(planBuild(REQUEST), work)).rejects.toThrow('docker cannot be started: spawn docker ENOENT');
  });

  test('is one without an engine, or with another than it says', async () => {
    await expect(build('true')).rejects.toThrow('the build wrote no ');
  });

  test('is one whose engine has another size than it says', async () => {
    await expect(build(BUILDS.replace('"bytes":6', '"bytes":7'))).rejects.toThrow('has 6 bytes; ');
  });
});

describe('an engine that is there', () => {
  const plan = (): string => path.join(work, 'out', 'model.plan');

  test('is replaced when a build wrote it', async () => {
    standIn(BUILDS);
    await printed('--run');
    await printed('--run');
    expect(fs.readFileSync(plan(), 'utf8')).toBe('engine');
  });

  test.each([
    ['without a description', undefined],
    ['with the description of a different one', JSON.stringify({ bytes: 7, sha256 })],
    ['with a description of anything', 'null'],
  ])('%s is not replaced', async (_, description) => {
    fs.mkdirSync(path.dirname(plan()));
    fs.writeFileSync(plan(), 'trained');
    if (description !== undefined) fs.writeFileSync(`${plan()}.json`, description);
    await expect(printed('--run')).rejects.toThrow(
      `${plan()} is not an engine that a build wrote, since model.plan.json does not describe it, so it is not replaced; move it`,
    );
    expect(fs.readFileSync(plan(), 'utf8')).toBe('trained');
  });
});

describe('the source folder', () => {
  let folder: string;
  beforeEach(() => (folder = path.join(work, 'out', 'source')));
  const { files } = planBuild(REQUEST);
  /** Puts a file into the folder. */
  const add = (name: string, content = ''): string => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const content = (): string[] =>
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
      .sort();

  test('is replaced when this command wrote all of it, also when some of it is missing', () => {
    writeSource(files, folder);
    const before = content();
    expect(before).toEqual(expect.arrayContaining(['build.json', 'onnx/model.onnx', 'written-by-engine.json']));
    fs.rmSync(path.join(folder, 'onnx/model.onnx'));
    writeSource(files, folder);
    expect(content()).toEqual(before);
    expect(fs.readdirSync(path.dirname(folder))).toEqual(['source']);
  });

  test('is filled when it is empty', () => {
    fs.mkdirSync(folder, { recursive: true });
    writeSource(files, folder);
    expect(content()).toContain('build.json');
  });

  test.each<[string, string, () => string]>([
    ['a file of the user', 'is not a file that this command wrote', () => add('main.cpp')],
    [
      'a file of the user in a folder of a build',
      'is not a file that this command wrote',
      () => add('script/notes.py'),
    ],
    ['an empty folder of the user', 'is not a file that this command wrote', () => path.dirname(add('empty/none'))],
    ['a file that the user changed', 'changed after this command wrote it', () => add('build.json', '{}')],
    [
      'a link',
      'is not a file that this command wrote',
      () => {
        fs.symlinkSync(os.homedir(), path.join(folder, 'home'));
        return path.join(folder, 'home');
      },
    ],
  ])('with %s stays as it is', (_, reason, change) => {
    writeSource(files, folder);
    const changed = change();
    if (changed.endsWith('empty')) fs.rmSync(path.join(changed, 'none'));
    const before = content();
    expect(() => writeSource(files, folder)).toThrow(
      `${changed} ${reason}, so ${folder} is not replaced; move it elsewhere, or choose a different folder with --out`,
    );
    expect(content()).toEqual(before);
    expect(fs.readdirSync(path.dirname(folder))).toEqual(['source']);
  });

  test.each([
    ['no mark', undefined, 'build.json is not'],
    ['a mark of a different program', '{"writer":"other","format":1,"files":[]}', 'written-by-engine.json is not'],
    ['a mark that is no JSON', '{', 'written-by-engine.json is not'],
    ['a mark of null', 'null', 'written-by-engine.json is not'],
    [
      'a mark that lists files elsewhere',
      '{"writer":"cdk-sagemaker-triton engine","format":1,"files":[{"path":"../../precious","bytes":0,"sha256":""}]}',
      'build.json is not',
    ],
  ])('with %s stays as it is', (_, mark, message) => {
    add('build.json', '{}');
    fs.writeFileSync(path.join(work, 'precious'), '');
    if (mark !== undefined) add('written-by-engine.json', mark);
    const before = content();
    expect(() => writeSource(files, folder)).toThrow(`${path.join(folder, message)} a file that this command wrote`);
    expect([content(), fs.existsSync(path.join(work, 'precious'))]).toEqual([before, true]);
  });

  test('is no link: what the link leads to stays', () => {
    const elsewhere = path.join(work, 'elsewhere');
    writeSource(files, elsewhere);
    fs.mkdirSync(path.dirname(folder));
    fs.symlinkSync(elsewhere, folder);
    expect(() => writeSource(files, folder)).toThrow(`${folder} is a link, so ${folder} is not replaced`);
    expect(fs.existsSync(path.join(elsewhere, 'build.json'))).toBe(true);
  });

  test('is no file', () => {
    fs.mkdirSync(path.dirname(folder));
    fs.writeFileSync(folder, '');
    expect(() => writeSource(files, folder)).toThrow(`${folder} is not a folder, so ${folder} is not replaced`);
  });
});
