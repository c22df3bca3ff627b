import * as fs from 'node:fs';
import * as path from 'node:path';
import { engineCommand } from '../../cli/engine';
import { EngineBuildRequest, planBuild } from '../../cli/engine/plan-build';
import { addProfile } from '../../cli/engine/option-parsers';
import { runBuild } from '../../cli/engine/run-build';
import { writeSource } from '../../cli/engine/source-folder';
import { EnginePrecision } from '../../lib/model';
import { ARTIFACTS_FOLDER } from '../endpoint/fixtures';
import { folderWith } from '../model/folders';

const IMAGE_ONNX = path.join(ARTIFACTS_FOLDER, 'image-classifier', 'onnx', '1', 'model.onnx');
const SHAPES = { min: [1, 512], opt: [8, 512], max: [16, 512] };

const REQUEST: EngineBuildRequest = {
  onnxFile: IMAGE_ONNX,
  instanceType: 'ml.g5.xlarge',
  release: '25.04',
  maxBatchSize: 16,
  options: {},
};

let workFolder: string;
beforeEach(() => (workFolder = folderWith({})));
afterEach(() => {
  jest.restoreAllMocks();
  fs.rmSync(workFolder, { recursive: true, force: true });
});

describe('the build', () => {
  const buildDescription = (request: Partial<EngineBuildRequest>): Record<string, unknown> => {
    const { files } = planBuild({ ...REQUEST, ...request });
    return JSON.parse(files.find((file) => file.path === 'build.json')?.content ?? '');
  };

  test('uses the ONNX file, the GPU of the instance type and the image of the release', () => {
    const { files, gpu, image } = planBuild(REQUEST);
    expect(files.map((file) => file.path)).toEqual(
      expect.arrayContaining(['onnx/model.onnx', 'script/build.py', 'build.json']),
    );
    expect([gpu, image]).toEqual(['NVIDIA A10G', 'nvcr.io/nvidia/tritonserver:25.04-py3']);
    expect(buildDescription({})).toMatchObject({
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

  test('for a release that only custom images can contain, always keeps the data types of the ONNX file', () => {
    expect(planBuild({ ...REQUEST, release: '26.06' }).image).toBe('nvcr.io/nvidia/tritonserver:26.06-py3');
    expect(buildDescription({ release: '26.06' }).arguments).not.toContain('--stronglyTyped');
    const fp16 = { ...REQUEST, release: '26.06', options: { precision: EnginePrecision.FP16 } };
    expect(() => planBuild(fp16)).toThrow('got FP16; TensorRT 11 or newer of Triton 26.06 allows STRONGLY_TYPED');
  });

  test('contains the examples that the engine is compared with', () => {
    const image = { name: 'image', datatype: 'FP32', shape: [1, 3, 32, 32], data: Array(3072).fill(0.5) };
    const file = path.join(workFolder, 'cat.json');
    fs.writeFileSync(file, JSON.stringify({ request: { inputs: [image] } }));
    expect(buildDescription({ examples: [file] })).toMatchObject({ examples: [{ inputs: [image] }] });
    fs.writeFileSync(file, JSON.stringify({ request: { inputs: [{ ...image, name: 'picture' }] } }));
    expect(() => planBuild({ ...REQUEST, examples: [file] })).toThrow('examples[0]');
    expect(() => planBuild({ ...REQUEST, examples: ['lost.json'] })).toThrow('ModelExample.fromFile: lost.json: ');
  });

  test.each<[string, Partial<EngineBuildRequest>, string]>([
    ['an unknown instance type', { instanceType: 'ml.m5.large' }, 'ml.m5.large is not a known GPU instance type'],
    ['an unknown release', { release: '19.01' }, '19.01 is not a known Triton release; allowed: '],
    [
      'a GPU that the TensorRT of the release no longer supports',
      { instanceType: 'ml.p3.2xlarge' },
      'TensorRT 10.9.0.34 of Triton 25.04 does not support (removed in 10.5); allowed: Triton 24.09 or older',
    ],
    [
      'a GPU that the release no longer supports',
      { instanceType: 'ml.p2.xlarge' },
      'needs compute capability 6.0; ml.p2.xlarge has 3.7',
    ],
    ['a missing file', { onnxFile: 'lost.onnx' }, 'lost.onnx does not exist (files.missing)'],
    [
      'an option that violates a rule',
      { options: { precision: EnginePrecision.BF16 }, instanceType: 'ml.g4dn.xlarge' },
      'files.precision: got BF16, which requires a GPU with compute capability 8.0 or higher',
    ],
  ])('%s is rejected with a readable message', (_, overrides, message) => {
    expect(() => planBuild({ ...REQUEST, ...overrides })).toThrow(message);
  });
});

describe('--profile', () => {
  test('defines the smallest, usual and largest shape of each input', () => {
    const [profile] = addProfile('token_ids=1x512:8x512:16x512,a=b=1:2:3', []);
    expect(profile).toEqual({ token_ids: SHAPES, 'a=b': { min: [1], opt: [2], max: [3] } });
  });

  test.each(['token_ids', 'token_ids=1x16', 'token_ids=1x16:8x128:x', '=1:2:3'])('rejects %s', (text) => {
    expect(() => addProfile(text, [])).toThrow(
      'allowed: the smallest, usual and largest shape, such as token_ids=1x16:8x128:16x512',
    );
  });
});

/** Adds a fake `docker` to PATH. The fake writes its arguments to a file, and runs the shell script in the output folder. */
function installFakeDocker(script: string): void {
  const bin = path.join(workFolder, 'bin');
  fs.mkdirSync(bin);
  const output =
    'for word; do case $word in *:/opt/ml/model) out=${word%%:*};; *:/opt/ml/output) messages=${word%%:*};; esac; done';
  fs.writeFileSync(
    path.join(bin, 'docker'),
    `#!/bin/sh\necho "$@" > ${workFolder}/words\n${output}\ncd "$out"\n${script}\n`,
    {
      mode: 0o755,
    },
  );
  jest.replaceProperty(process.env, 'PATH', `${bin}${path.delimiter}${process.env.PATH}`);
}

const ENGINE_DESCRIPTION = {
  bytes: 6,
  latency: [{ profile: 0, batch: 1, median: 0.8, p99: 1.1, throughput: 1210 }],
};
const SUCCESSFUL_BUILD = `printf engine > model.plan; echo '${JSON.stringify(ENGINE_DESCRIPTION)}' > model.plan.json`;

async function runEngine(...options: string[]): Promise<string> {
  const lines: string[] = [];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  await engineCommand().parseAsync(
    [IMAGE_ONNX, '--release', '25.04', '--out', path.join(workFolder, 'out'), ...options],
    {
      from: 'user',
    },
  );
  return lines.join('\n');
}

test('without --run, the command writes the source folder, and prints the Docker command', async () => {
  const text = await runEngine('--instance-type', 'ml.g6.xlarge');
  expect(text).toContain('On a host with Docker and an NVIDIA L4:');
  expect(text).toContain(`--volume ${workFolder}/out/source:/opt/ml/input/data/source:ro`);
  expect(text).toContain('nvcr.io/nvidia/tritonserver:25.04-py3 python3 /opt/ml/input/data/source/script/build.py');
  expect(fs.readFileSync(path.join(workFolder, 'out', 'source', 'onnx', 'model.onnx'))).toEqual(
    fs.readFileSync(IMAGE_ONNX),
  );
});

test('the command-line options are passed to trtexec in the build', async () => {
  await runEngine('--precision', 'FP16', '--extra-argument=--noTF32', '--instance-type', 'ml.g5.xlarge');
  const { arguments: trtexecArguments } = JSON.parse(
    fs.readFileSync(path.join(workFolder, 'out', 'source', 'build.json'), 'utf8'),
  );
  expect(trtexecArguments).toEqual([
    '--fp16',
    ...['--minShapes=image:1x3x32x32', '--optShapes=image:16x3x32x32', '--maxShapes=image:16x3x32x32'],
    '--noTF32',
  ]);
});

test('with --run, the command runs Docker, and prints the measured latency', async () => {
  installFakeDocker(SUCCESSFUL_BUILD);
  expect(await runEngine('--run')).toBe(
    `${workFolder}/out/model.plan: 6 bytes\nprofile 0, batch 1: median 0.8 ms, p99 1.1 ms, 1210 inferences/s`,
  );
  expect(fs.readFileSync(path.join(workFolder, 'words'), 'utf8')).toContain('--gpus all');
  expect(fs.readdirSync(path.join(workFolder, 'out')).sort()).toEqual(['model.plan', 'model.plan.json']);
});

test('what the container prints is no command to the terminal or to the runner of a workflow', async () => {
  const printed = jest.spyOn(console, 'error').mockReturnValue();
  installFakeDocker(`echo '::error::x'; printf '\\033[2J' >&2; ${SUCCESSFUL_BUILD}`);
  await runEngine('--run');
  expect(printed.mock.calls.flat().sort()).toEqual(['\\u001b[2J', '\\u003a:error::x']);
});

describe('a failed build', () => {
  const build = async (script: string): Promise<unknown> => {
    installFakeDocker(script);
    const out = path.join(workFolder, 'out');
    fs.mkdirSync(out);
    fs.writeFileSync(path.join(out, 'failure.txt'), 'of the user');
    const result = runBuild(planBuild(REQUEST), out).finally(() => {
      // The sources were removed.
      expect(fs.readdirSync(out).filter((name) => !name.startsWith('model.plan'))).toEqual(['failure.txt']);
    });
    return result;
  };

  test('causes an error with the message of the build program', async () => {
    await expect(
      build('echo "trtexec: no importer registered for op: Foo" > "$messages/failure"; exit 1'),
    ).rejects.toThrow('trtexec: no importer registered for op: Foo');
  });

  test.each([
    ['the reason', 'ln -s /etc/hostname "$messages/failure"; exit 1', 'messages/failure'],
    ['the description', 'printf engine > model.plan; ln -s /etc/hostname model.plan.json', 'model.plan.json'],
    ['the engine', 'ln -s /etc/hostname model.plan', 'model.plan'],
  ])(
    'causes an error if %s is a link to a file of the host, which the container cannot read',
    async (_, script, file) => {
      await expect(build(script)).rejects.toThrow(`${file}, which links to /etc/hostname; allowed: a file inside `);
    },
  );

  test('causes an error about Docker if the build program did not start', async () => {
    await expect(build('exit 125')).rejects.toThrow('docker ended with status 125');
  });

  test('causes an error about Docker if Docker is missing', async () => {
    jest.replaceProperty(process.env, 'PATH', workFolder);
    await expect(runBuild(planBuild(REQUEST), workFolder)).rejects.toThrow(
      'docker cannot be started: spawn docker ENOENT',
    );
  });

  test('causes an error if the build wrote no engine', async () => {
    await expect(build('true')).rejects.toThrow('the build wrote no ');
  });

  test('causes an error if the size of the engine differs from its description', async () => {
    await expect(build(SUCCESSFUL_BUILD.replace('"bytes":6', '"bytes":7'))).rejects.toThrow('has 6 bytes; ');
  });
});

test('an existing engine is not replaced', async () => {
  installFakeDocker(SUCCESSFUL_BUILD);
  const plan = path.join(workFolder, 'out', 'model.plan');
  fs.mkdirSync(path.dirname(plan));
  fs.writeFileSync(plan, 'trained');
  await expect(runEngine('--run')).rejects.toThrow(`${plan} exists and is not replaced; remove it, or choose`);
  expect(fs.readFileSync(plan, 'utf8')).toBe('trained');
});

test('the source folder is not written if it contains files', () => {
  const folder = path.join(workFolder, 'source');
  const { files } = planBuild(REQUEST);
  fs.mkdirSync(folder);
  writeSource(files, folder);
  const before = fs.readdirSync(folder);
  expect(before).toContain('build.json');
  expect(() => writeSource(files, folder)).toThrow(`${folder} is not empty; remove it, or choose a different folder`);
  expect(fs.readdirSync(folder)).toEqual(before);
});

test.each(['out', 'out/source'])('nothing is written through %s if it is a link', async (name) => {
  const link = path.join(workFolder, name);
  const elsewhere = folderWith({});
  fs.mkdirSync(path.dirname(link), { recursive: true });
  fs.symlinkSync(elsewhere, link);
  await expect(runEngine()).rejects.toThrow(`${link} is a link, which is not followed; remove it, or choose`);
  expect(fs.readdirSync(elsewhere)).toEqual([]);
});
