import * as path from 'path';
import { Backend, DataType, EnginePrecision, ModelFiles, TritonModel } from '../../../lib/model';
import { argumentProblem } from '../../../lib/model/engine/extra-arguments';
import { HardwareCompatibility, type EngineOptions } from '../../../lib/model/engine/engine-options';
import type { ValidateOptions } from '../../../lib/model-config';
import { InstanceType } from '../../../lib/platform';
import { folderWith } from '../folders';
import flags from '../../engine/trtexec/flags.json';
import { onnxBytes, onnxNode, onnxTensor } from '../onnx-bytes';

const GRAPH = onnxBytes({
  inputs: [onnxTensor('image', 1, [-1, 3, 8, 8])],
  outputs: [onnxTensor('scores', 1, [-1, 2])],
  nodes: [onnxNode('QuantizeLinear', ['image', 'scale'], ['scores'], {}, 'quantize')],
});

function model(options: EngineOptions): TritonModel {
  const files = ModelFiles.fromEngineBuild(path.join(folderWith({ 'image.onnx': GRAPH }), 'image.onnx'), options);
  return new TritonModel({ name: 'image', backend: Backend.TENSORRT, files, maxBatchSize: 4 });
}

function findings(options: EngineOptions, target: ValidateOptions = {}): string[] {
  return model(options)
    .validate({ tritonRelease: '25.04', ...target })
    .map(({ ruleId, severity, field, message }) => `${severity} ${ruleId} ${field}: ${message}`);
}

function findingsForArgument(argument: string, options: EngineOptions = {}, target: ValidateOptions = {}): string[] {
  return findings({ ...options, extraArguments: [argument] }, target);
}

describe('extraArguments', () => {
  test('are the last options of trtexec', () => {
    const [{ build }] = model({ extraArguments: ['--sparsity=enable', '--noTF32'] })._entries();
    expect(build?.arguments.slice(-2)).toEqual(['--sparsity=enable', '--noTF32']);
    expect(findings({ extraArguments: ['--sparsity=enable', '--noTF32'] })).toEqual([]);
  });

  test.each([
    ['--fp16', 'allowed: the property precision'],
    ['--hardwareCompatibilityLevel=ampere+', 'allowed: the property hardwareCompatibility'],
    ['--timingCacheFile=/tmp/cache', 'the option names a file, and the job has only the ONNX file'],
    ['--inputIOFormats=fp16:chw', 'the engine has the data types and formats of the ONNX file'],
    ['--versionCompatible', 'each engine is built with the TensorRT version that serves it'],
    ['--stripWeights', 'Triton loads engines that contain all weights'],
    ['--saveEngine=other.plan', 'the library sets this option'],
    ['--iterations=10', 'allowed with TensorRT 10.9.0.34: --avgTiming=, --l2LimitForTiling=,'],
    ['--decomposableAttentions=*', 'allowed with TensorRT 10.9.0.34: '],
    ['--sparsty=enable', 'did you mean --sparsity?'],
    ['--sparsity', 'allowed: --sparsity=<value>'],
    ['--refit=false', 'allowed: --refit, without a value'],
    ['noTF32', 'did you mean --noTF32?'],
  ])('engine.extra-arguments: %s is rejected', (argument, message) => {
    const argumentFindings = findingsForArgument(argument);
    expect(argumentFindings).toEqual([
      expect.stringContaining(`error engine.extra-arguments files.extraArguments[0]: got ${argument}; `),
    ]);
    expect(argumentFindings[0]).toContain(message);
  });

  test('engine.extra-arguments: a repeated option is rejected', () => {
    expect(findings({ extraArguments: ['--refit', '--refit'] })).toEqual([
      'error engine.extra-arguments files.extraArguments[0]: got --refit; got the option twice; allowed: each option once',
      'error engine.extra-arguments files.extraArguments[1]: got --refit; got the option twice; allowed: each option once',
    ]);
    const layers = { precision: EnginePrecision.FP16, layerPrecisions: { quantize: DataType.FP32 } };
    expect(findingsForArgument('--precisionConstraints=prefer', layers)).toHaveLength(1);
  });

  test('are accepted only with TensorRT versions whose source code contains them', () => {
    const acceptedByVersion = (flag: string): boolean[] =>
      flags.versions.map(({ version }) =>
        [flag, `${flag}=1`].some((argument) => argumentProblem(argument, [], version) === undefined),
      );
    const accepted = Object.keys(flags.lines).filter((flag) => acceptedByVersion(flag).includes(true));
    expect(accepted).toHaveLength(22);
    const linesInSource: { [flag: string]: (number | null)[] } = flags.lines;
    for (const flag of accepted)
      expect([flag, acceptedByVersion(flag)]).toEqual([flag, linesInSource[flag].map((line) => line !== null)]);
  });

  test('are accepted or rejected for the TensorRT version of the build', () => {
    expect(findingsForArgument('--workspace=1024', {}, { tritonRelease: '23.03' })).toEqual([]);
    expect(findingsForArgument('--workspace=1024')).toHaveLength(1);
    expect(findingsForArgument('--memPoolSize=workspace:1024')).toEqual([]);
  });

  test('result in a warning if the TensorRT version is not confirmed, unless no version supports them', () => {
    const unconfirmedRelease = { tritonRelease: '26.05' };
    expect(findingsForArgument('--workspace=1024', {}, unconfirmedRelease)).toEqual([
      expect.stringMatching(/^warning engine.extra-arguments /),
    ]);
    expect(findingsForArgument('--fp16', {}, unconfirmedRelease)).toEqual([
      expect.stringMatching(/^error engine.extra-arguments /),
    ]);
  });
});

describe('hardware compatibility', () => {
  test.each([
    [HardwareCompatibility.AMPERE_PLUS, '--hardwareCompatibilityLevel=ampere+'],
    [HardwareCompatibility.SAME_COMPUTE_CAPABILITY, '--hardwareCompatibilityLevel=sameComputeCapability'],
  ])('%s is passed to trtexec', (hardwareCompatibility, option) => {
    expect(model({ hardwareCompatibility })._entries()[0].build?.arguments).toContain(option);
    expect(findings({ hardwareCompatibility }, { instanceType: InstanceType.G6_XLARGE })).toEqual([]);
  });

  test('engine.options: an unsupported TensorRT version is rejected', () => {
    const hardwareCompatibility = HardwareCompatibility.SAME_COMPUTE_CAPABILITY;
    expect(findings({ hardwareCompatibility }, { tritonRelease: '24.09' })).toEqual([
      'error engine.options files.hardwareCompatibility: got SAME_COMPUTE_CAPABILITY; TensorRT 10.4.0.26 of Triton 24.09 allows NONE, AMPERE_PLUS',
    ]);
  });

  test('engine.hardware-compatibility: unsupported GPUs and precisions are rejected', () => {
    const hardwareCompatibility = HardwareCompatibility.AMPERE_PLUS;
    expect(findings({ hardwareCompatibility }, { instanceType: InstanceType.G4DN_XLARGE })).toEqual([
      'error engine.hardware-compatibility files.hardwareCompatibility: got AMPERE_PLUS on ml.g4dn.xlarge (NVIDIA T4, compute capability 7.5), ' +
        'which requires a GPU with compute capability 8.0 or higher',
    ]);
    expect(findings({ hardwareCompatibility, precision: EnginePrecision.FP8 })).toEqual([
      'error engine.hardware-compatibility files.hardwareCompatibility: got AMPERE_PLUS, which is not supported with FP8; allowed: NONE, ' +
        'SAME_COMPUTE_CAPABILITY',
    ]);
  });
});
