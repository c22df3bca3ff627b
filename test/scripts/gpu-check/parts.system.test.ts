import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { EnginePrecision } from '../../../lib';
import { buildOf } from '../../../lib/model/engine/engine-build';
import { EngineBuildSource } from '../../../lib/model/engine/engine-source';
import { python, ROOT } from './python';

// Tests the parts of scripts/gpu-check with a simulated GPU and with small networks on the CPU.

const TORCH = '/usr/bin/python3'; // the Python for which the setup installs PyTorch

describe('a part of the check is reported as failed instead of skipped', () => {
  let folder: string;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gpu-check-parts-'));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  const runPart = (module: string, limit: number) => {
    fs.writeFileSync(path.join(folder, 'broken.py'), module);
    return python(
      `import sys
from part import run_part
from plan import Part
entry = run_part(Part("broken", "broken", [], ${limit}, sys.executable, None))
print(json.dumps([entry["outcome"], entry["reason"]]))`,
      { modules: folder },
    );
  };

  test.each([
    ['an error', 'def measure(): raise OSError("out of paper")', 'OSError: out of paper'],
    ['a crash of its process', 'import os\nprint("bye")\nos.abort()', 'the process ended with status -6: bye'],
    [
      'a number that JSON does not support',
      'def measure(): return float("nan")',
      /^the process ended with status 1: .*ValueError/,
    ],
    ['a timeout', 'import time\ntime.sleep(600)', 'not complete after 1 seconds'],
  ])('because of %s', (_, module, reason) => {
    const expected = typeof reason === 'string' ? reason : expect.stringMatching(reason);
    expect(runPart(module, reason.toString().startsWith('not') ? 1 : 60)).toEqual(['failed', expected]);
  });

  test('with the precision in which a network failed', () => {
    const entry = { result: { FP16: { failed: 'out of memory' }, TF32: { skipped: 'the device has no TF32' } } };
    expect(
      python(`from check import not_done\nprint(json.dumps(list(not_done(${JSON.stringify(entry)}, "t5"))))`),
    ).toEqual(['t5, FP16 failed: out of memory', 't5, TF32 skipped: the device has no TF32']);
  });
});

test('the program that builds engines reads the driver of a GPU', () => {
  const programs = path.join(ROOT, 'test/engine/container');
  const measured = python('import smi\nprint(json.dumps(smi.measure()))', { programs, env: { SMI_REPLAY: 'l4-570' } });
  expect(measured).toMatchObject({
    name: 'NVIDIA L4',
    driver: '570.133.20',
    forms: { table: { cuda: '12.8', lines: expect.arrayContaining([expect.stringContaining('CUDA Version: 12.8')]) } },
  });
});

test('the memory part measures usable memory by allocating until the driver has no free memory', () => {
  const simulatedGpu = `
class Library:
    """A simulated CUDA library for a GPU with 16 GiB, 1 GiB of which is in use."""
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
  expect(python(simulatedGpu)).toMatchObject({ totalMiB: 16384, freeInContextMiB: 15360, usableMiB: 15360 });
});

describe('small networks on the CPU', () => {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  let measured: any;
  beforeAll(() => {
    const script = `
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
    measured = python(script, { program: TORCH });
  });

  test('have the same weights in each run', () => {
    expect(measured.same).toBe(true);
  });

  test('are compared in the data types that the device supports', () => {
    for (const network of measured.networks) {
      expect(network.TF32).toEqual({ skipped: 'the device has no TF32' });
      for (const difference of Object.values<number>(network.BF16.differences.FP32)) {
        expect(difference).toBeGreaterThan(0);
        expect(difference).toBeLessThan(1);
      }
      // PyTorch 1.13 does not support half precision on a CPU; later versions do.
      expect(network.FP16).toEqual(
        'failed' in network.FP16
          ? { failed: expect.stringContaining('not implemented') }
          : expect.objectContaining({ tolerance: 0.01 }),
      );
    }
  });

  test('decode the same tokens on the device and through numpy', () => {
    expect(measured.decoded).toMatchObject({ tokens: 11, sameTokens: true });
  });

  test('are compared with the tolerances of TensorRT engines', () => {
    const onnx = { file: path.join(ROOT, 'test/model/fixtures/text.onnx') };
    const tolerance = (precision: EnginePrecision) =>
      buildOf({ files: new EngineBuildSource(onnx, { precision }).entries('model.plan', 1) })?.tolerance;
    const { FP32, FP16, BF16 } = EnginePrecision;
    expect(measured.tolerances).toEqual({ TF32: tolerance(FP32), FP16: tolerance(FP16), BF16: tolerance(BF16) });
  });

  test('have differences relative to the largest value, like the outputs of a TensorRT engine', () => {
    expect(measured.differences).toEqual([0.025, 0.125, 0, null]);
  });
});
