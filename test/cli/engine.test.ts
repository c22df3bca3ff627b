import * as fs from 'node:fs';
import * as path from 'node:path';
import { engineRecipe, EngineTarget } from '../../cli/engine/recipe';
import { ARTIFACTS } from '../endpoint/fixtures';

const TARGET: EngineTarget = {
  onnxFile: path.join(ARTIFACTS, 'image-classifier', 'onnx', '1', 'model.onnx'),
  instanceType: 'ml.g5.xlarge',
  release: '24.09',
  maxBatchSize: 16,
  shapes: {},
};

test('the command uses the TensorRT of the release, and the batches of the model', () => {
  const { command } = engineRecipe(TARGET);
  expect(command).toContain('nvcr.io/nvidia/tensorrt:24.09-py3');
  expect(command).toContain(`trtexec --onnx=${TARGET.onnxFile} --saveEngine=model.plan`);
  expect(command).toContain('--minShapes=image:1x3x32x32 --optShapes=image:16x3x32x32 --maxShapes=image:16x3x32x32');
});

test('the command uses the month of NVIDIA’s images that the release is built on', () => {
  const { command, sidecar } = engineRecipe({ ...TARGET, release: '26.05' });
  expect(command).toContain('nvcr.io/nvidia/tensorrt:26.04-py3');
  expect(sidecar.tensorRtVersion).toBe('10.16');
});

test('no release gets a precision: TensorRT 11 has no --fp16', () => {
  expect(engineRecipe({ ...TARGET, release: '26.05' }).command).not.toContain('--fp16');
});

test('every open input is in the profile', () => {
  const onnxFile = path.join(ARTIFACTS, 'text-classifier', 'onnx', '1', 'model.onnx');
  expect(engineRecipe({ ...TARGET, onnxFile }).command).toContain('--maxShapes=token_ids:16x512,attn_mask:16x512');
});

test('the sidecar has what the rule of engines compares', () => {
  expect(engineRecipe(TARGET).sidecar).toEqual({
    gpu: 'NVIDIA A10G',
    computeCapability: '8.6',
    tensorRtVersion: '10.4.0.26',
    image: 'nvcr.io/nvidia/tensorrt:24.09-py3',
  });
});

test('a given shape stands in for open dimensions', () => {
  expect(engineRecipe({ ...TARGET, shapes: { image: [3, 64, 64] } }).command).toContain('--maxShapes=image:16x3x64x64');
});

test('file names are quoted for the shell', () => {
  const onnxFile = path.join(fs.mkdtempSync(path.join(__dirname, 'a b-')), "it's.onnx");
  fs.copyFileSync(TARGET.onnxFile, onnxFile);
  try {
    expect(engineRecipe({ ...TARGET, onnxFile }).command).toContain(`it'\\''s.onnx'`);
  } finally {
    fs.rmSync(path.dirname(onnxFile), { recursive: true });
  }
});

test.each<[string, Partial<EngineTarget>, string]>([
  ['an unknown instance type', { instanceType: 'ml.m5.large' }, 'ml.m5.large is not a known GPU instance type'],
  ['an unknown release', { release: '19.01' }, '19.01 is not a known Triton release; allowed: '],
  [
    'a GPU that the release dropped',
    { instanceType: 'ml.p2.xlarge' },
    'needs compute capability 6.0; ml.p2.xlarge has 3.7',
  ],
])('%s is refused in words', (_, overrides, message) => {
  expect(() => engineRecipe({ ...TARGET, ...overrides })).toThrow(message);
});
