import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { findInstallation } from '../../oracle/server/installation';
import { PROGRAMS_FOLDER } from './build-run';
import { instances } from '../../../lib/facts/gpu-instances.json';

// Tests individual functions of the program that builds engines inside Triton's image.

/** Runs Python statements, which print a value as JSON. Returns the value. */
function python(statements: string, data: unknown = {}, interpreter = 'python3'): unknown {
  const { stdout, stderr } = spawnSync(
    interpreter,
    ['-c', `import json, sys\ndata = json.load(sys.stdin)\n${statements}`],
    {
      input: JSON.stringify(data),
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: PROGRAMS_FOLDER, PYTHONDONTWRITEBYTECODE: '1' },
    },
  );
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout);
}

test('the program is compatible with Python 3.8, the version of the images of 2021 to 2023', () => {
  const sources = fs.readdirSync(PROGRAMS_FOLDER).filter((name) => name.endsWith('.py'));
  const parseSources = `import ast\nfor name in ${JSON.stringify(sources)}: ast.parse(open(${JSON.stringify(PROGRAMS_FOLDER)} + "/" + name).read(), feature_version=(3, 8))\nprint(len(${JSON.stringify(sources)}))`;
  expect(python(parseSources)).toBeGreaterThan(10);
});

test('the GPU of each instance type matches exactly one name of nvidia-smi', () => {
  const names = [
    'Tesla K80',
    'Tesla V100-SXM2-16GB',
    'Tesla T4',
    'NVIDIA A10G',
    'NVIDIA L4',
    'NVIDIA L40S',
    'NVIDIA A100-SXM4-40GB',
    'NVIDIA A100-SXM4-80GB',
    'NVIDIA H100 80GB HBM3',
    'NVIDIA H200',
    'NVIDIA B200',
    'NVIDIA B300 SXM6 AC',
    'NVIDIA GB200',
    'NVIDIA RTX PRO 4500 Blackwell Server Edition',
    'NVIDIA RTX PRO 6000 Blackwell Server Edition',
  ];
  const models = [...new Set(instances.map(({ gpuModel }) => gpuModel))];
  const findMatches =
    'from gpu import is_gpu\nprint(json.dumps([[name for name in data[1] if is_gpu(model, name)] for model in data[0]]))';
  const matchingNames = python(findMatches, [models, names]) as string[][];
  expect(models.filter((_, i) => matchingNames[i].length !== 1)).toEqual([]);
});

describe('measured batch sizes', () => {
  const profiles = {
    variable: { ids: { min: [1, 16], opt: [6, 128], max: [10, 512] } },
    twoInputs: { ids: { min: [2, 8], opt: [4, 8], max: [8, 8] }, table: { min: [100], opt: [100], max: [100] } },
    fixed: { ids: { min: [4, 1], opt: [4, 8], max: [4, 64] } },
  };
  let shapes: { [profile in keyof typeof profiles]: [number, object][] };
  beforeAll(() => {
    const printShapes =
      'from latency import *\nprint(json.dumps({name: shapes_by_batch(profile) for name, profile in data.items()}))';
    shapes = python(printShapes, profiles) as typeof shapes;
  });

  test('are 1, powers of two, opt and max, with the opt sizes of other dimensions', () => {
    expect(shapes.variable).toEqual([1, 2, 4, 6, 8, 10].map((batch) => [batch, { ids: [batch, 128] }]));
  });

  test('are sizes that all inputs of the profile allow, and fixed dimensions do not change', () => {
    expect(shapes.twoInputs).toEqual([2, 4, 8].map((batch) => [batch, { ids: [batch, 8], table: [100] }]));
  });

  test('are only one size if the batch dimension is fixed', () => {
    expect(shapes.fixed).toEqual([[4, { ids: [4, 8] }]]);
  });
});

test('measurements include the copies of inputs and outputs, which require additional options with TensorRT 11', () => {
  const statements = `
from trtexec import Trtexec
def options(version, profile):
    trtexec = Trtexec.__new__(Trtexec)
    trtexec.version = tuple(version)
    trtexec._run = lambda options: {"performance": 1, "options": options}
    return trtexec.measure("a.plan", {"ids": [1, 8], "x:0": [1]}, profile, "layers.json")["options"]
print(json.dumps([options(*each) for each in data]))`;
  const versions = [
    [[8, 6, 1], 0],
    [[10, 4, 0], 1],
    [[11, 0, 0], 0],
  ];
  const shapes = ['--loadEngine=a.plan', "--shapes=ids:1x8,'x:0':1"];
  const layers = ['--profilingVerbosity=detailed', '--exportLayerInfo=layers.json'];
  const dataTransfers = ['--includeDataTransfers', '--noCudaGraph', '--noSpinWait'];
  expect(python(statements, versions)).toEqual([
    [...shapes, ...layers],
    [...shapes, '--useProfile=1', ...layers],
    [...shapes, ...dataTransfers, ...layers],
  ]);
});

test('an input without a profile fails the build, because trtexec has assumed its shape', () => {
  const message = python(
    `from trtexec import Trtexec\nfrom failure import BuildFailure\ntrtexec = Trtexec.__new__(Trtexec)\ntrtexec.version = (10, 4, 0)\n` +
      `trtexec._run = lambda options, folder: {"assumedShapes": {"ids": [1, 1]}}\n` +
      `try:\n  trtexec.build("onnx/a.onnx", "a.plan", [])\nexcept BuildFailure as failure:\n  print(json.dumps(str(failure)))`,
  );
  expect(message).toBe(
    'The profiles lack inputs of variable size, which TensorRT has fixed to ids [1, 1]: give the smallest, usual and largest shape of ' +
      'each in every profile.',
  );
});

test('tensors of all types are unchanged after encoding and decoding', () => {
  const values = { BOOL: [true, false], INT8: [-128, 127], UINT8: [0, 255], INT64: [-5, 2 ** 40], FP64: [0.1, -3] };
  const data = { ...values, FP16: [0.5, -1.25], BF16: [0.5, -1.25], FP32: [0.5, -1.25] };
  const encodeAndDecode =
    'from tensors import *\nprint(json.dumps({type: decode(type, encode(type, values)) for type, values in data.items()}))';
  expect(python(encodeAndDecode, data)).toEqual(data);
});

test('random values are exact in FP16 and BF16, so both models receive the same values', () => {
  const compareDecoded = `
from random import Random
from tensors import *
values = random_values(Random(0), "FP32", 1000)
print(json.dumps([list(decode(type, encode(type, values))) == values for type in ("FP16", "BF16")]))`;
  expect(python(compareDecoded)).toEqual([true, true]);
});

test('random requests have the min, opt and max shapes of each profile, without duplicates', () => {
  const profiles = [
    { ids: { min: [1, 2], opt: [2, 2], max: [3, 4] } },
    { ids: { min: [3, 4], opt: [400, 200], max: [400, 200] } },
  ];
  const inputs = [{ name: 'ids', dataType: 'INT32', shape: [-1, -1] }];
  const printRequests = `
from comparison_requests import *
found = requests_of({"examples": [], "profiles": data[0]}, data[1])
print(json.dumps([[title, request["ids"][0], request["ids"][1], len(request["ids"][2])] for title, request in found]))`;
  expect(python(printRequests, [profiles, inputs])).toEqual([
    ['random values, min shapes of profile 0', [1, 2], 2, 2],
    ['random values, opt shapes of profile 0', [2, 2], 4, 4],
    ['random values, max shapes of profile 0 and min shapes of profile 1', [3, 4], 12, 12],
    // Only 65,521 values are random. The following values repeat them.
    ['random values, opt shapes of profile 1 and max shapes of profile 1', [400, 200], 80000, 65521],
  ]);
});

describe('the difference of two outputs', () => {
  const outputs = {
    numbers: ['FP16', [10, 0.25], [10, 0.5]],
    classes: ['INT64', [3, 7, 7, 7], [3, 7, 100, 7]],
    same: ['FP32', ['-inf', 'nan', 1], ['-inf', 'nan', 1]],
    overflow: ['FP16', [65504, 1], ['inf', 1]],
    zeros: ['FP32', [0, 0], [0, 0.125]],
  };
  let differences: { [name in keyof typeof outputs]: unknown };
  beforeAll(() => {
    const statements = `
from difference import *
from tensors import encode
def numbers(values):
    return [float(each) if isinstance(each, str) else each for each in values]
def compared(type, expected, actual):
    found = Difference(type, len(expected))
    found.add(encode(type, numbers(expected)), type, encode(type, numbers(actual)))
    return [found.absolute, found.relative(), found.wrong]
print(json.dumps({name: compared(*each) for name, each in data.items()}))`;
    differences = python(statements, outputs) as typeof differences;
  });

  test('of numbers is relative to the largest expected number', () => {
    expect(differences.numbers).toEqual([0.25, 0.025, 0]);
  });

  test('of zeros is the absolute difference', () => {
    expect(differences.zeros).toEqual([0.125, 0.125, 0]);
  });

  test('of classes is the fraction of different classes', () => {
    expect(differences.classes).toEqual([93, 0.25, 0]);
  });

  test('is 0 if both outputs have the same infinity or NaN', () => {
    expect(differences.same).toEqual([0, 0, 0]);
  });

  test('counts a value as wrong if only one output has infinity or NaN', () => {
    expect(differences.overflow).toEqual([0, 0, 1]);
  });

  test('is the same with and without numpy', () => {
    const program = `
from random import Random
from difference import *
from tensors import *
def values(type):
    specials = [math.nan, math.inf, -math.inf, 0] if type in FLOATS else [0, 1]
    return [random.choice(specials + random_values(random, type, 4)) for _ in range(3000)]
random = Random(1)
different = []
for type in [*FORMATS, "BF16"]:
    expected, actual = (encode(type, values(type)) for _ in range(2))
    results = compare_arrays(as_values(type, expected), as_values(type, actual)), compare_numbers(decode(type, expected), decode(type, actual))
    if results[0] != results[1]: different.append([type, *results])
print(json.dumps(different))`;
    expect(python(program, {}, findInstallation().python)).toEqual([]);
  });
});

describe('the configurations of engine and ONNX model', () => {
  const description = {
    onnx: 'onnx/model.onnx',
    profiles: [{}, {}],
    inputs: [{ name: 'ids', dataType: 'INT64', shape: [-1, 8] }],
    outputs: [{ name: 'score', dataType: 'FP32', shape: [] }],
  };
  const renderConfigs = (data: object, version: number[]) =>
    python(
      `
import os, tempfile
from model_repository import *
with tempfile.TemporaryDirectory() as folder:
    create_engine_repository(folder, "/a.plan", data[0], tuple(data[1]))
    create_onnx_repository(folder, "/source/onnx/model.onnx", data[0])
    texts = [open(os.path.join(folder, model, "config.pbtxt")).read() for model in ("engine", "onnx")]
print(json.dumps([is_complete(data[0]), *(text.splitlines() for text in texts)]))`,
      [data, version],
    );

  test('contain the tensors of the graph, and the profiles of the engine', () => {
    expect(renderConfigs(description, [10, 4, 0])).toEqual([
      true,
      [
        'backend: "tensorrt"',
        'default_model_filename: "model.plan"',
        'max_batch_size: 0',
        'instance_group [{ profile: ["0", "1"] }]',
        'input [{ name: "ids" data_type: TYPE_INT64 dims: [-1, 8] }]',
        'output [{ name: "score" data_type: TYPE_FP32 dims: [1] reshape { shape: [] } }]',
      ],
      [
        'backend: "onnxruntime"',
        'default_model_filename: "model.onnx"',
        'max_batch_size: 0',
        'input [{ name: "ids" data_type: TYPE_INT64 dims: [-1, 8] }]',
        'output [{ name: "score" data_type: TYPE_FP32 dims: [1] reshape { shape: [] } }]',
      ],
    ]);
  });

  test('contain INT32 instead of INT64 for an engine of TensorRT 8', () => {
    const [, engine] = renderConfigs(description, [8, 6, 1]) as [boolean, string[]];
    expect(engine[4]).toContain('data_type: TYPE_INT32');
  });

  test('contain no tensors if the graph is not known', () => {
    const [complete, engine] = renderConfigs({ ...description, inputs: [], outputs: [] }, [10, 4, 0]) as [
      boolean,
      string[],
    ];
    expect([complete, engine.length]).toEqual([false, 4]);
  });
});

test('the entry point of the image prepares the environment of the build program once', () => {
  const script = path.join(fs.mkdtempSync(path.join(process.env.TMPDIR ?? '/tmp', 'entry-')), 'entry.sh');
  fs.writeFileSync(script, '#!/bin/sh\nexport PREPARED=yes\nexec "$@"\n', { mode: 0o755 });
  const program = `${path.dirname(script)}/program.py`;
  fs.writeFileSync(
    program,
    `import json, os\nimport build\nbuild.enter(["/opt/none", ${JSON.stringify(script)}])\nprint(json.dumps(os.environ["PREPARED"]))\n`,
  );
  const { stdout } = spawnSync('python3', [program], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: PROGRAMS_FOLDER, PYTHONDONTWRITEBYTECODE: '1' },
  });
  fs.rmSync(path.dirname(script), { recursive: true });
  expect(JSON.parse(stdout)).toBe('yes');
});
