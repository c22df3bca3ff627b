import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { engineCommand } from '../../cli/engine';
import { EngineRequest, planBuild } from '../../cli/engine/plan-build';
import { addProfile } from '../../cli/engine/profile-option';
import { runBuild, writeSource } from '../../cli/engine/run-build';
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
  const output = 'for word; do case $word in *:/opt/ml/processing/output) out=${word%%:*};; esac; done';
  fs.writeFileSync(
    path.join(bin, 'docker'),
    `#!/bin/sh\necho "$@" > ${work}/words\n${output}\ncd "$out"\n${script}\n`,
    {
      mode: 0o755,
    },
  );
  vi.stubEnv('PATH', `${bin}${path.delimiter}${process.env.PATH}`);
}

const SIDECAR = { bytes: 6, latency: [{ profile: 0, batch: 1, median: 0.8, p99: 1.1, throughput: 1210 }] };
const BUILDS = `printf engine > model.plan; echo '${JSON.stringify(SIDECAR)}' > model.plan.json`;

function printed(...words: string[]): string {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  engineCommand().parse([IMAGE_ONNX, '--release', '25.04', '--out', path.join(work, 'out'), ...words], {
    from: 'user',
  });
  return lines.join('\n');
}

test('without --run the source folder is written and the command is printed', () => {
  const text = printed('--instance-type', 'ml.g6.xlarge');
  expect(text).toContain('On a host with Docker and an NVIDIA L4:');
  expect(text).toContain(`--volume ${work}/out/source:/opt/ml/processing/input/source:ro`);
  expect(text).toContain(
    'nvcr.io/nvidia/tritonserver:25.04-py3 python3 /opt/ml/processing/input/source/script/build.py',
  );
  expect(fs.readFileSync(path.join(work, 'out', 'source', 'onnx', 'model.onnx'))).toEqual(fs.readFileSync(IMAGE_ONNX));
});

test('options of the build are those of a deployment', () => {
  printed(
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

test('a folder of the user is not emptied', () => {
  const code = path.join(work, 'out', 'source');
  fs.mkdirSync(code, { recursive: true });
  fs.writeFileSync(path.join(code, 'main.cpp'), '');
  expect(() => printed()).toThrow(`${code} contains files that no build wrote; choose a different folder with --out`);
  expect(fs.readdirSync(code)).toEqual(['main.cpp']);
});

test('with --run Docker builds, and what was measured is printed', () => {
  standIn(BUILDS);
  expect(printed('--run')).toBe(
    `${work}/out/model.plan: 6 bytes\nprofile 0, batch 1: median 0.8 ms, p99 1.1 ms, 1210 inferences/s`,
  );
  expect(fs.readFileSync(path.join(work, 'words'), 'utf8')).toContain('--gpus all');
  expect(fs.readdirSync(path.join(work, 'out')).sort()).toEqual(['model.plan', 'model.plan.json']);
});

describe('a build that fails', () => {
  const build = (script: string): (() => void) => {
    standIn(script);
    const [source, out] = [path.join(work, 'source'), path.join(work, 'out')];
    fs.mkdirSync(out);
    writeSource(planBuild(REQUEST).files, source);
    return () => runBuild('image', source, out);
  };

  test('says what the program wrote', () => {
    expect(build('echo "trtexec: no importer registered for op: Foo" > failure.txt; exit 1')).toThrow(
      'trtexec: no importer registered for op: Foo',
    );
  });

  test('says that Docker failed where the program did not begin', () => {
    expect(build('exit 125')).toThrow('docker ended with status 125');
  });

  test('is one without an engine, or with another than it says', () => {
    expect(build('true')).toThrow('the build wrote no ');
  });

  test('is one whose engine has another size than it says', () => {
    expect(build(BUILDS.replace('"bytes":6', '"bytes":7'))).toThrow('has 6 bytes; ');
  });
});

test('a source folder has nothing left of an earlier build', () => {
  const folder = path.join(work, 'source');
  const { files } = planBuild(REQUEST);
  writeSource(files, folder);
  fs.writeFileSync(path.join(folder, 'old.onnx'), '');
  writeSource(files, folder);
  expect(fs.readdirSync(folder).sort()).toEqual(['build.json', 'onnx', 'script']);
});
