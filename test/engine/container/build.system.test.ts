import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { BuildRun, BUILD_DESCRIPTION, BuildResult, PROGRAMS_FOLDER } from './build-run';
import index from '../trtexec/runs/index.json';

// Tests the program that builds engines inside Triton's image, up to the end of trtexec: the program reports each error of the GPU, the
// driver, TensorRT and the ONNX file in one sentence. Stand-ins for trtexec and nvidia-smi replay real output.

let build: BuildRun;
beforeEach(() => {
  build = new BuildRun();
});
afterEach(() => build.remove());

/** Expects that the build failed, and that the output folder contains no engine. */
function expectNoEngine({ status, files }: BuildResult) {
  expect(status).toBe(1);
  expect(files.filter((file) => file !== 'trtexec.log')).toEqual([]);
}

describe('the program explains in one sentence why it fails before trtexec starts:', () => {
  test.each([
    [
      'on a different GPU',
      { gpu: 'NVIDIA L4' },
      {},
      'The engine is for NVIDIA L4, and this machine has NVIDIA A10G: build on the instance type that serves the model.',
    ],
    [
      'with a driver that is too old for the image',
      {},
      { CUDA_VERSION: '13.0.1' },
      'The driver of this machine runs CUDA 12.2, and the image needs CUDA 13.0.1: build on an endpoint of one instance or a host with ' +
        'the inference AMI that the image needs, or choose a release of the image with an older CUDA.',
    ],
    [
      // nvidia-smi 610 labels its versions differently: KMD Version and CUDA UMD Version.
      'with driver 610, which is too old for the image',
      { gpu: 'NVIDIA B200', computeCapability: '10.0' },
      { SMI_REPLAY: 'b200-610', CUDA_VERSION: '14.0.0' },
      'The driver of this machine runs CUDA 13.3, and the image needs CUDA 14.0.0: build on an endpoint of one instance or a host with ' +
        'the inference AMI that the image needs, or choose a release of the image with an older CUDA.',
    ],
    [
      'for a different compute capability',
      { computeCapability: '8.9' },
      {},
      "The engine is for compute capability 8.9, and this machine's GPU has 8.6: build on the instance type that serves the model.",
    ],
    [
      'without a driver',
      {},
      { SMI_REPLAY: 'no-driver' },
      'This machine has no GPU that can be used: build on the GPU instance type that serves the model. NVIDIA-SMI has failed because it ' +
        "couldn't communicate with the NVIDIA driver. Make sure that the latest NVIDIA driver is installed and running.",
    ],
    [
      'with a different TensorRT version in the image',
      { tensorRt: '10.9.0.34' },
      {},
      'The image has TensorRT 10.4.0, and the engine is for 10.9.0.34: build with the image that serves the model.',
    ],
  ])('%s', async (_, description, environment, message) => {
    const buildResult = await build.run(description, environment);
    expectNoEngine(buildResult);
    expect(buildResult.message).toBe(message);
    expect(buildResult.calls.flat()).toEqual([]);
  });

  test('without trtexec', async () => {
    fs.rmSync(build.path('bin', 'trtexec'));
    const { message } = await build.run();
    expect(message).toMatch(/^The image has no trtexec, neither on PATH nor in \/usr\/src\/tensorrt\/bin: /);
  });
});

test('an old driver is accepted if the image contains forward compatibility libraries (nvidia-smi then prints their CUDA version)', async () => {
  const { message } = await build.run(
    { gpu: 'Quadro P1000', tensorRt: '8.6' },
    { SMI_REPLAY: 'p1000-470-forward-compatible' },
  );
  expect(message).toMatch(/^The image has TensorRT 10.4.0, /); // The driver was accepted: this is the error of the next check.
});

describe('each failure of trtexec', () => {
  /** Replays all failed runs in one process, because the start of Python takes time. Writes the status, message and files of each run. */
  const PROGRAM = `
import json, os, sys
import build
messages = {}
for run in json.load(sys.stdin):
    os.environ["TRTEXEC_REPLAY"] = run
    status = build.main(["--source", "source", "--output", run, "--message", run + ".message"])
    messages[run] = (status, open(run + ".message", encoding="utf-8").read(), os.listdir(run))
with open("messages.json", "w") as file:
    json.dump(messages, file)
`;
  const failedRuns = Object.entries<{ ends: object; cause?: string }>(index.runs).filter(([, { cause }]) => cause);

  test('is reported in one sentence with the line of the log, and no engine is written', () => {
    fs.writeFileSync(build.path('source', 'build.json'), JSON.stringify({ ...BUILD_DESCRIPTION, tensorRt: undefined }));
    spawnSync('python3', ['-c', PROGRAM], {
      cwd: build.folder,
      input: JSON.stringify(failedRuns.map(([run]) => run)),
      env: {
        ...process.env,
        PATH: `${build.path('bin')}:${process.env.PATH}`,
        PYTHONPATH: PROGRAMS_FOLDER,
        PYTHONDONTWRITEBYTECODE: '1',
        SMI_REPLAY: 'a10g-535',
        TRTEXEC_VERSION: '10.4.0',
      },
    });
    const messages = JSON.parse(fs.readFileSync(build.path('messages.json'), 'utf8')) as {
      [run: string]: [number, string, string[]];
    };
    expect(Object.keys(messages)).toHaveLength(failedRuns.length);
    for (const [run, [status, message, files]] of Object.entries(messages)) {
      expect([run, status, files]).toEqual([run, 1, ['trtexec.log']]);
      expect(message).toMatch(/^[A-Zt].*: .*\. trtexec said \(line \d+ of trtexec\.log\): ./);
      expect(message.length).toBeLessThanOrEqual(1024);
      // The message contains the correct line number.
      const [, number, line] = /line (\d+) of trtexec\.log\): (.*?)…?$/.exec(message) ?? [];
      const log = fs.readFileSync(build.path(run, 'trtexec.log'), 'utf8').split('\n');
      expect(log[Number(number) - 1]).toContain(line.slice(0, 40).trim());
    }
    expect(messages['unsupported-operator-10'][1]).toMatch(/^TensorRT does not have the operator GridSample3D: /);
  });
});

test('trtexec receives the options that its version supports', async () => {
  const trtexecOptions = async (version: string, replay: string) => {
    const { calls } = await build.run(
      { tensorRt: undefined, plugins: ['plugins/norm.so'] },
      { TRTEXEC_VERSION: version, TRTEXEC_REPLAY: replay },
    );
    return calls.at(-1)?.map((option) => option.replace(/=.*\//, '='));
  };
  const describedOptions = BUILD_DESCRIPTION.arguments;
  expect(await trtexecOptions('10.4.0', 'memory-10.3')).toEqual([
    '--onnx=text.onnx',
    '--saveEngine=model.plan',
    '--skipInference',
    '--profilingVerbosity=detailed',
    ...describedOptions,
    '--staticPlugins=norm.so',
  ]);
  expect(await trtexecOptions('8.0.1', 'unsupported-operator-8.0')).toEqual([
    '--onnx=text.onnx',
    '--saveEngine=model.plan',
    '--buildOnly',
    ...describedOptions,
    '--plugins=norm.so',
  ]);
});

test('a job that is stopped also stops trtexec, and reports why there is no engine', async () => {
  build.replaceTrtexec(`echo $$ > ${build.path('process')}\necho building\nexec sleep 600`);
  const child = build.start();
  child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('building') && child.kill('SIGTERM'));
  const [status] = (await once(child, 'close')) as [number];
  const result = build.readResult();
  expectNoEngine({ status, log: '', ...result });
  expect(result.message).toBe('The build was stopped before the engine was complete.');
  const trtexec = fs.readFileSync(build.path('process'), 'utf8').trim();
  expect(fs.existsSync(path.join('/proc', trtexec))).toBe(false);
});

test('an error in the build program itself is reported', async () => {
  const buildResult = await build.run({ plugins: null });
  expectNoEngine(buildResult);
  expect(buildResult.message).toMatch(/^The program that builds the engine has failed: read the job's log. TypeError/);
  expect(buildResult.log).toContain('Traceback');
});
