import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { EnginePrecision } from '../../../lib';
import { EngineOrigin } from '../../../lib/model/engine/engine-source';

// What a machine with a GPU is asked (scripts/gpu-check), on a machine without: nothing that needs a GPU may look as if it had run.

const ROOT = path.join(__dirname, '../../..');
const SOURCES = path.join(ROOT, 'scripts/gpu-check');
const PYTHONPATH = [SOURCES, path.join(ROOT, 'lib/engine/container')].join(':');
const TORCH = '/usr/bin/python3'; // the one that the setup installs PyTorch for

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gpu-check-test-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** What Python prints as JSON in its last line, in which programs of a folder come first. */
function python(statements: string, { program = 'python3', first = '', env = {} } = {}): unknown {
  const { stdout, stderr } = spawnSync(program, ['-B', '-c', `import json\n${statements}`], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH, PATH: `${first}:${process.env.PATH}`, ...env },
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1)!);
}

interface Part {
  readonly name: string;
  readonly outcome: string;
  readonly reason?: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly result?: any;
}

describe('on a machine without a GPU', () => {
  let copied: number;
  let report: { limitSeconds: number; parts: Part[]; notDone: string[] };
  beforeAll(() => {
    const folders = python('import check\nprint(json.dumps(check.FOLDERS))') as string[];
    for (const each of folders) fs.cpSync(path.join(ROOT, each), path.join(folder, each), { recursive: true });
    copied = fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);
    // A PATH without nvidia-smi, and CUDA without devices: the developer's machine may have a GPU.
    fs.mkdirSync(path.join(folder, 'bin'));
    const found = python(`
import shutil, sys
tools = ["sh", "cat", "sed", "dirname", "readlink"] # of the stand-ins
print(json.dumps({"python3": sys.executable, **{name: shutil.which(name) for name in tools}}))`) as {
      [name: string]: string;
    };
    for (const [name, program] of Object.entries(found)) fs.symlinkSync(program, path.join(folder, 'bin', name));
    const options = ['--output', path.join(folder, 'report.json'), '--millions', '0.1'];
    execFileSync(path.join(folder, 'bin', 'python3'), ['-B', 'scripts/gpu-check/check.py', ...options], {
      cwd: folder,
      env: { PATH: path.join(folder, 'bin'), CUDA_VISIBLE_DEVICES: '' },
    });
    report = JSON.parse(fs.readFileSync(path.join(folder, 'report.json'), 'utf8')) as typeof report;
  });

  test('each part that needs a GPU is skipped, with its reason and without a result', () => {
    expect(report.parts.filter(({ outcome }) => outcome === 'skipped').map(({ name }) => name)).toEqual([
      'nvidia-smi',
      'memory',
      'pytorch',
      'precisions of bert-large',
      'precisions of resnet-50',
      'precisions of t5',
      'decoding of t5',
    ]);
    for (const { outcome, reason, result } of report.parts) {
      expect([reason !== undefined, result !== undefined]).toEqual([outcome === 'skipped', outcome === 'measured']);
    }
    expect(report.parts[0].reason).toBe('nvidia-smi is not on PATH');
    expect(report.parts[2].reason).toMatch(/(has no PyTorch|which finds no GPU)$/);
  });

  test('build.py runs from end to end, and compares what the stand-in for the server responds', () => {
    const build = report.parts.at(-1)!;
    expect([build.name, build.outcome]).toEqual(['build with 0.1 million values', 'measured']);
    expect(build.result).toMatchObject({ comparison: { tolerance: 0.01, skipped: 0 }, notCompared: null });
    expect(build.result.comparison.largestDifference).toBeCloseTo(0.001, 5);
  });

  test('the report lists what was not done, and what no such run can say', () => {
    const skipped = report.parts.flatMap(({ name, reason }) => (reason ? [`${name} skipped: ${reason}`] : []));
    expect(report.notDone.slice(0, skipped.length)).toEqual(skipped);
    expect(report.notDone.slice(skipped.length).map((line) => line.split(':')[0])).toEqual([
      'TensorRT',
      'INT8 and FP8',
      'ONNX Runtime and Triton',
      'trained weights',
      'SageMaker',
    ]);
  });

  test('three folders of less than 60 MiB are enough, and all limits together are less than 25 minutes', () => {
    expect(copied).toBeLessThan(60 * 2 ** 20);
    const limits = python(
      'from plan import parts_of\nprint(sum(part.limit for part in parts_of("", None, [20, 50, 100])))',
    );
    expect(limits).toBeLessThan(25 * 60);
  });
});

test('the command is Python 3.8', () => {
  const parse = `import ast, pathlib
files = [*pathlib.Path(${JSON.stringify(SOURCES)}).rglob("*.py"), pathlib.Path(${JSON.stringify(SOURCES)}, "stand-ins/tritonserver")]
for file in files: ast.parse(file.read_text(), feature_version=(3, 8))
print(len(files))`;
  expect(python(parse)).toBeGreaterThan(10);
});

describe('a part that fails is not skipped:', () => {
  const entries = (module: string, limit: number) => {
    fs.writeFileSync(path.join(folder, 'broken.py'), module);
    return python(
      `import sys
from part import run_part
from plan import Part
entry = run_part(Part("broken", "broken", [], ${limit}, sys.executable, None))
print(json.dumps([entry["outcome"], entry["reason"]]))`,
      { env: { PYTHONPATH: `${PYTHONPATH}:${folder}` } },
    );
  };

  test.each([
    ['an error', 'def measure(): raise OSError("out of paper")', 'OSError: out of paper'],
    ['the end of its process', 'import os\nprint("bye")\nos.abort()', 'the process ended with status -6: bye'],
    [
      'a number that JSON does not have',
      'def measure(): return float("nan")',
      /^the process ended with status 1: .*ValueError/,
    ],
    ['its limit', 'import time\ntime.sleep(600)', 'not complete after 1 seconds'],
  ])('%s', (_, module, reason) => {
    const expected = typeof reason === 'string' ? reason : expect.stringMatching(reason);
    expect(entries(module, reason.toString().startsWith('not') ? 1 : 60)).toEqual(['failed', expected]);
  });

  test('a variant of a network, too', () => {
    const entry = { result: { FP16: { failed: 'out of memory' }, TF32: { skipped: 'the device has no TF32' } } };
    expect(
      python(`from check import not_done\nprint(json.dumps(list(not_done(${JSON.stringify(entry)}, "t5"))))`),
    ).toEqual(['t5, FP16 failed: out of memory', 't5, TF32 skipped: the device has no TF32']);
  });
});

test('the program that builds engines reads the driver of a GPU', () => {
  const first = path.join(ROOT, 'test/engine/container');
  const found = python('import smi\nprint(json.dumps(smi.measure()))', { first, env: { SMI_REPLAY: 'l4-570' } });
  expect(found).toMatchObject({
    name: 'NVIDIA L4',
    driver: '570.133.20',
    forms: { table: { cuda: '12.8', lines: expect.arrayContaining([expect.stringContaining('CUDA Version: 12.8')]) } },
  });
});

test('memory is what the driver gives until it has no more', () => {
  const fake = `
class Library:
    """A GPU of 16 GiB, of which 1 GiB is taken."""
    left = 15 * 2**30
    def __getattr__(self, name):
        return lambda *_: 0
    def cuMemGetInfo_v2(self, free, total):
        free._obj.value = self.left
        return 0
    def cuDeviceTotalMem_v2(self, total, device):
        total._obj.value = 16 * 2**30
        return 0
    def cuMemAlloc_v2(self, pointer, size):
        self.left -= size.value
        return 2 if self.left < 0 else 0
from memory import Driver, measure_with
print(json.dumps(measure_with(Driver(Library()))))`;
  expect(python(fake)).toMatchObject({ totalMiB: 16384, freeInContextMiB: 15360, usableMiB: 15360 });
});

describe('networks of a small size on the CPU', () => {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  let found: any;
  beforeAll(() => {
    const small = `
import math, torch, decoding, precisions
def scores(values): return {"scores": torch.tensor(values)}
from networks import bert, resnet, t5
T5 = {"vocabulary": 64, "width": 32, "head": 8, "heads": 4, "inner": 64, "layers": 2}
BERT = {"vocabulary": 256, "width": 32, "layers": 2, "heads": 4, "inner": 64, "tokens": 64}
RESNET = {"blocks": (1, 1, 1, 1), "classes": 10}
def seeded(): return bert.seeded(BERT, [40, 16, 5]), resnet.seeded(RESNET, (2, 3, 32, 32)), t5.seeded(T5, source=20)
same = all(torch.equal(a, b) for one, two in zip(seeded(), seeded()) for a, b in zip(one[0].state_dict().values(), two[0].state_dict().values()))
network, inputs = t5.seeded(T5, 1, 20)
inputs.pop("target_ids")
print(json.dumps({
    "same": same,
    "tolerances": precisions.TOLERANCES,
    "networks": [precisions.compare(*each) for each in seeded()],
    "decoded": decoding.compare(network, inputs, 11),
    "differences": [precisions.difference(scores(expected), scores(actual))["scores"] for expected, actual in [
        ([10.0, -20.0], [10.0, -20.5]), ([0.0], [0.125]), ([1.0, math.inf], [1.0, math.inf]), ([1.0], [math.inf]),
    ]],
}))`;
    found = python(small, { program: TORCH });
  });

  test('have the same weights in each run', () => {
    expect(found.same).toBe(true);
  });

  test('are compared in each type that the device has, and in no other', () => {
    for (const network of found.networks) {
      expect(network.TF32).toEqual({ skipped: 'the device has no TF32' });
      for (const difference of Object.values<number>(network.BF16.differences.FP32)) {
        expect(difference).toBeGreaterThan(0);
        expect(difference).toBeLessThan(1);
      }
      // PyTorch 1.13 has no half precision on a CPU: a later one has.
      expect(network.FP16).toEqual(
        'failed' in network.FP16
          ? { failed: expect.stringContaining('not implemented') }
          : expect.objectContaining({ tolerance: 0.01 }),
      );
    }
  });

  test('decode the same tokens on both ways', () => {
    expect(found.decoded).toMatchObject({ tokens: 11, sameTokens: true });
  });

  test('are judged by the tolerances of engines', () => {
    const onnx = { file: path.join(ROOT, 'test/model/fixtures/text.onnx') };
    const tolerance = (precision: EnginePrecision) =>
      new EngineOrigin(onnx, { precision }).entries('model.plan', 1)[0].build!.tolerance;
    const { FP32, FP16, BF16 } = EnginePrecision;
    expect(found.tolerances).toEqual({ TF32: tolerance(FP32), FP16: tolerance(FP16), BF16: tolerance(BF16) });
  });

  test('are measured as the outputs of an engine: against the largest number, and not where one alone has none', () => {
    expect(found.differences).toEqual([0.025, 0.125, 0, null]);
  });
});
