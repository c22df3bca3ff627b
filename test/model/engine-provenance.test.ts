import { Backend, ModelFiles, Tensor, TritonModel } from '../../lib/model';
import { ModelConfig, ValidateOptions } from '../../lib/model-config';
import { InstanceType } from '../../lib/platform';
import { folderWith } from './folders';

function findings(provenance: object | undefined, options: ValidateOptions): string[] {
  const sidecar: { [path: string]: string } = provenance ? { '1/model.plan.json': JSON.stringify(provenance) } : {};
  const model = new TritonModel({
    name: 'm',
    backend: Backend.TENSORRT,
    files: ModelFiles.fromDirectory(folderWith({ '1/model.plan': 'ftrt engine', ...sidecar })),
    inputs: [Tensor.fp32('x', [1])],
    outputs: [Tensor.fp32('y', [1])],
  });
  return model.validate(options).map(({ ruleId, severity, message }) => `${severity} ${ruleId}: ${message}`);
}

const BUILT_FOR_T4 = {
  gpu: 'NVIDIA T4',
  computeCapability: '7.5',
  tensorRtVersion: '10.4.0',
  image: 'nvcr.io/nvidia/tensorrt:24.09-py3',
};

test('an engine that was built for the instance type and the release is accepted', () => {
  expect(findings(BUILT_FOR_T4, { tritonRelease: '24.09', instanceType: InstanceType.G4DN_XLARGE })).toEqual([]);
});

test('an engine that was built for a different GPU is rejected', () => {
  expect(findings(BUILT_FOR_T4, { tritonRelease: '24.09', instanceType: InstanceType.G5_XLARGE })).toEqual([
    'error trt.version: 1/model.plan was built for compute capability 7.5 (NVIDIA T4); allowed on ml.g5.xlarge: 8.6 (NVIDIA A10G); build the engine again for that target',
  ]);
});

test('an engine with the hardware compatibility AMPERE_PLUS is accepted only on GPUs with compute capability 8.0 or higher', () => {
  const provenance = {
    ...BUILT_FOR_T4,
    gpu: 'NVIDIA A10G',
    computeCapability: '8.6',
    hardwareCompatibility: 'AMPERE_PLUS',
  };
  expect(findings(provenance, { tritonRelease: '24.09', instanceType: InstanceType.G6_XLARGE })).toEqual([]);
  expect(findings(provenance, { tritonRelease: '24.09', instanceType: InstanceType.G4DN_XLARGE })).toEqual([
    expect.stringContaining('error trt.version: 1/model.plan was built for compute capability 8.6 (NVIDIA A10G)'),
  ]);
});

test('an engine that was built with a different TensorRT version is rejected', () => {
  expect(findings(BUILT_FOR_T4, { tritonRelease: '24.01' })).toEqual([
    expect.stringMatching(
      /^error trt.version: 1\/model.plan was built with TensorRT 10.4.0; allowed with Triton 24.01: 8\./,
    ),
  ]);
});

test('only the engine for the compute capability of the instance type is checked, if there is one', () => {
  const files = ModelFiles.fromDirectory(
    folderWith({
      '1/model.plan': 'ftrt',
      '1/model.plan.json': JSON.stringify(BUILT_FOR_T4),
      '1/a10.plan': 'ftrt',
      '1/a10.plan.json': '{}',
    }),
  );
  const model = new TritonModel({
    name: 'm',
    backend: Backend.TENSORRT,
    files,
    config: ModelConfig.fromJson({ cc_model_filenames: { '8.6': 'a10.plan' } }),
  });
  expect(model.validate({ tritonRelease: '24.09', instanceType: InstanceType.G5_XLARGE })).toEqual([]);
});

test('an engine without a sidecar file results in a warning if the instance type is known', () => {
  expect(findings(undefined, {})).toEqual([]);
  expect(findings(undefined, { tritonRelease: '24.09', instanceType: InstanceType.G4DN_XLARGE })).toEqual([
    expect.stringMatching(
      /^warning trt.provenance: 1\/model.plan does not contain .* write them to model.plan.json, next to the engine/,
    ),
  ]);
  expect(
    findings({ gpu: 'any' }, { tritonRelease: '24.09', instanceType: InstanceType.of('ml.unknown.xlarge') }),
  ).toEqual([]);
});

test.each([
  ['26.01', 'is not known'],
  ['26.12', 'is 11 or newer'],
])('an engine results in a warning with Triton %s, whose TensorRT version %s', (tritonRelease, reason) => {
  const instanceType = InstanceType.G4DN_XLARGE;
  expect(findings(BUILT_FOR_T4, { tritonRelease, instanceType })).toEqual([
    `warning trt.provenance: 1/model.plan was built with TensorRT 10.4.0; the version of Triton ${tritonRelease} ${reason}, so the engine may ` +
      'fail to load: build it with that image',
  ]);
});

test('an engine that was built with TensorRT 11 is accepted with releases that include TensorRT 11', () => {
  const provenance = { ...BUILT_FOR_T4, tensorRtVersion: '11.0.0.114' };
  expect(findings(provenance, { tritonRelease: '26.06', instanceType: InstanceType.G4DN_XLARGE })).toEqual([]);
});

test('if the TensorRT version of a release is only reported by users, an engine with any other version results in a warning', () => {
  const options = { tritonRelease: '26.04', instanceType: InstanceType.G4DN_XLARGE };
  expect(findings(BUILT_FOR_T4, options)).toEqual([
    expect.stringMatching(
      /^warning trt\.provenance: .*TensorRT 10\.4\.0; the version of Triton 26\.04 is 10\.16 as reported by users/,
    ),
  ]);
  expect(findings({ ...BUILT_FOR_T4, tensorRtVersion: '10.16.1.11' }, options)).toEqual([]);
});
