import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { PROGRAMS } from './build-run';

// Parts of the program that builds engines in Triton's image, each alone.

/** What Python prints as JSON after these statements. */
function python(statements: string): unknown {
  const { stdout, stderr } = spawnSync('python3', ['-c', `import json\n${statements}`], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: PROGRAMS, PYTHONDONTWRITEBYTECODE: '1' },
  });
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout);
}

test('the program is Python 3.8, which the images of 2021 to 2023 have', () => {
  const sources = fs.readdirSync(PROGRAMS).filter((name) => name.endsWith('.py'));
  const parse = `import ast\nfor name in ${JSON.stringify(sources)}: ast.parse(open(${JSON.stringify(PROGRAMS)} + "/" + name).read(), feature_version=(3, 8))\nprint(len(${JSON.stringify(sources)}))`;
  expect(python(parse)).toBeGreaterThan(10);
});

describe('batch sizes that are measured', () => {
  const sizes = (profile: object) =>
    python(
      `from latency import shapes_by_batch\nprint(json.dumps(shapes_by_batch(json.loads('${JSON.stringify(profile)}'))))`,
    );

  test('are 1, powers of two, opt and max, at the usual length', () => {
    const ids = { min: [1, 16], opt: [6, 128], max: [10, 512] };
    expect(sizes({ ids })).toEqual([1, 2, 4, 6, 8, 10].map((batch) => [batch, { ids: [batch, 128] }]));
  });

  test('are those that all inputs of the profile allow; what is fixed stays', () => {
    const ids = { min: [2, 8], opt: [4, 8], max: [8, 8] };
    const table = { min: [100], opt: [100], max: [100] };
    expect(sizes({ ids, table })).toEqual([2, 4, 8].map((batch) => [batch, { ids: [batch, 8], table: [100] }]));
  });

  test('is one where the batch is fixed', () => {
    expect(sizes({ ids: { min: [4, 1], opt: [4, 8], max: [4, 64] } })).toEqual([[4, { ids: [4, 8] }]]);
  });
});

test('options that measure: in TensorRT 11 inputs and outputs travel only when asked, and profiles have numbers', () => {
  const options = (version: string, profile: number) =>
    python(
      `from trtexec import Trtexec\ntrtexec = Trtexec.__new__(Trtexec)\ntrtexec.version = ${version}\n` +
        `trtexec._run = lambda options: {"performance": 1, "options": options}\n` +
        `print(json.dumps(trtexec.measure("a.plan", {"ids": [1, 8], "x:0": [1]}, ${profile}, "layers.json")["options"]))`,
    );
  const shapes = ['--loadEngine=a.plan', "--shapes=ids:1x8,'x:0':1"];
  const layers = ['--profilingVerbosity=detailed', '--exportLayerInfo=layers.json'];
  expect(options('(8, 6, 1)', 0)).toEqual([...shapes, ...layers]);
  expect(options('(10, 4, 0)', 1)).toEqual([...shapes, '--useProfile=1', ...layers, '--dumpOptimizationProfile']);
  expect(options('(11, 0, 0)', 0)).toEqual([
    ...shapes,
    '--includeDataTransfers',
    '--noCudaGraph',
    '--noSpinWait',
    ...layers,
    '--dumpOptimizationProfile',
  ]);
});

test('an input that the profiles lack fails the build: the engine takes one shape of it only', () => {
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

test('tensors are the same after their way to the server, in each type', () => {
  const values = { BOOL: [true, false], INT8: [-128, 127], UINT8: [0, 255], INT64: [-5, 2 ** 40], FP64: [0.1, -3] };
  const exact = { FP16: [0.5, -1.25], BF16: [0.5, -1.25], FP32: [0.5, -1.25] };
  const given = { ...values, ...exact };
  const way = `from tensors import *\ngiven = json.loads('${JSON.stringify(given)}')\nprint(json.dumps({type: decode(type, encode(type, values)) for type, values in given.items()}))`;
  expect(python(way)).toEqual(given);
});

test('random values are exact in FP16 and BF16, so that both models get the same numbers', () => {
  const exact = `from random import Random\nfrom tensors import *\nvalues = random_values(Random(0), "FP32", 1000)\nprint(json.dumps([list(decode(type, encode(type, values))) == values for type in ("FP16", "BF16")]))`;
  expect(python(exact)).toEqual([true, true]);
});

describe('the difference of two outputs', () => {
  const difference = (type: string, expected: string, actual: string) =>
    python(
      `from math import inf, nan\nfrom comparison import *\ntry:\n  print(json.dumps(difference("scores", "example 1", "${type}", ${expected}, {"scores": ("${type}", ${actual})})))\nexcept BuildFailure as failure:\n  print(json.dumps(str(failure)))`,
    );

  test('of numbers is held against the largest one', () => {
    expect(difference('FP16', '[10, 0.25]', '[10, 0.5]')).toEqual([0.25, 0.025]);
  });

  test('of classes is the share of those that differ', () => {
    expect(difference('INT64', '[3, 7, 7, 7]', '[3, 7, 100, 7]')).toEqual([93, 0.25]);
  });

  test('is none where both have the same infinity, or no number', () => {
    expect(difference('FP32', '[-inf, nan, 1]', '[-inf, nan, 1]')).toEqual([0, 0]);
  });

  test('is an error where one alone has no number', () => {
    expect(difference('FP16', '[70000, 1]', '[inf, 1]')).toMatch(
      /^The engine gives NaN or infinity .* in 1 of 2 values /,
    );
  });

  test('is an error where the shapes differ', () => {
    expect(difference('FP16', '[1, 1]', '[1]')).toMatch(
      /^The engine and the ONNX model have different shapes of output scores/,
    );
  });
});

describe('the configurations of engine and ONNX model', () => {
  const description = {
    onnx: 'onnx/model.onnx',
    profiles: [{}, {}],
    inputs: [{ name: 'ids', dataType: 'INT64', shape: [-1, 8] }],
    outputs: [{ name: 'score', dataType: 'FP32', shape: [] }],
  };
  const configs = (given: object, version: string) =>
    python(
      `import os, tempfile\nfrom model_repository import lay_out\nfolder = tempfile.mkdtemp(dir=os.environ.get("TMPDIR"))\n` +
        `complete = lay_out(folder, "/a.plan", "/source/onnx/model.onnx", json.loads('${JSON.stringify(given)}'), ${version})\n` +
        `print(json.dumps([complete] + [open(os.path.join(folder, model, "config.pbtxt")).read().splitlines() for model in ("engine", "onnx")]))`,
    );

  test('have the tensors of the graph, and the engine each of its profiles', () => {
    expect(configs(description, '(10, 4, 0)')).toEqual([
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

  test('have INT32 for INT64 in an engine of TensorRT 8, which has no other', () => {
    const [, engine] = configs(description, '(8, 6, 1)') as [boolean, string[]];
    expect(engine[4]).toContain('data_type: TYPE_INT32');
  });

  test('are left to Triton where the graph is not known', () => {
    const [complete, engine] = configs({ ...description, inputs: [], outputs: [] }, '(10, 4, 0)') as [
      boolean,
      string[],
    ];
    expect([complete, engine.length]).toEqual([false, 4]);
  });
});

test('the image’s own entry point prepares the environment, once', () => {
  const script = path.join(fs.mkdtempSync(path.join(process.env.TMPDIR ?? '/tmp', 'entry-')), 'entry.sh');
  fs.writeFileSync(script, '#!/bin/sh\nexport PREPARED=yes\nexec "$@"\n', { mode: 0o755 });
  const program = `${path.dirname(script)}/program.py`;
  fs.writeFileSync(
    program,
    `import json, os\nimport build\nbuild.enter(${JSON.stringify(script)})\nprint(json.dumps(os.environ["PREPARED"]))\n`,
  );
  const { stdout } = spawnSync('python3', [program], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: PROGRAMS, PYTHONDONTWRITEBYTECODE: '1' },
  });
  fs.rmSync(path.dirname(script), { recursive: true });
  expect(JSON.parse(stdout)).toBe('yes');
});
