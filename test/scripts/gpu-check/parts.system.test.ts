import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { EnginePrecision } from '../../../lib';
import { EngineOrigin } from '../../../lib/model/engine/engine-source';
import { python, ROOT } from './python';

// The parts of scripts/gpu-check with stand-ins for a GPU, and with small networks on the CPU.

const TORCH = '/usr/bin/python3'; // the one that the setup installs PyTorch for

describe('a part that fails is not skipped:', () => {
  let folder: string;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gpu-check-parts-'));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  const entries = (module: string, limit: number) => {
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
  const programs = path.join(ROOT, 'test/engine/container');
  const found = python('import smi\nprint(json.dumps(smi.measure()))', { programs, env: { SMI_REPLAY: 'l4-570' } });
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
      new EngineOrigin(onnx, { precision }).entries('model.plan', 1)[0].build?.tolerance;
    const { FP32, FP16, BF16 } = EnginePrecision;
    expect(found.tolerances).toEqual({ TF32: tolerance(FP32), FP16: tolerance(FP16), BF16: tolerance(BF16) });
  });

  test('are measured as the outputs of an engine: against the largest number, and not where one alone has none', () => {
    expect(found.differences).toEqual([0.025, 0.125, 0, null]);
  });
});
