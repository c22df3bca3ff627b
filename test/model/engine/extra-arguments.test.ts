import * as path from 'path';
import { Backend, ModelFiles, TritonModel } from '../../../lib/model';
import { argumentProblem } from '../../../lib/model/engine/extra-arguments';
import type { EngineOptions } from '../../../lib/model/engine/engine-options';
import { buildOf, engineTargetOf } from '../../../lib/model/engine/engine-build';
import { describeEngine } from '../../../lib/model/engine/engine-description';
import type { ValidateOptions } from '../../../lib/model-config';
import { folderWith } from '../folders';
import flags from '../../engine/trtexec/flags.json';
import { onnxBytes, onnxNode, onnxTensor } from '../onnx-bytes';

const GRAPH = onnxBytes({
  inputs: [onnxTensor('image', 1, [-1, 3, 8, 8])],
  outputs: [onnxTensor('scores', 1, [-1, 2])],
  nodes: [onnxNode('QuantizeLinear', ['image', 'scale'], ['scores'], {}, 'quantize')],
});

const TARGET = engineTargetOf({ gpuModel: 'NVIDIA L4', computeCapability: '8.9' }, '25.04');

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
    const build = buildOf({ files: model({ extraArguments: ['--sparsity=enable', '--noTF32'] })._entries() });
    expect(build?.arguments.slice(-2)).toEqual(['--sparsity=enable', '--noTF32']);
    expect(findings({ extraArguments: ['--sparsity=enable', '--noTF32'] })).toEqual([]);
  });

  test.each([
    ['--fp16', 'allowed: the property precision'],
    ['--timingCacheFile=/tmp/cache', 'the option names a file, and the job has only the ONNX file'],
    ['--inputIOFormats=fp16:chw', 'the engine has the data types and formats of the ONNX file'],
    ['--versionCompatible', 'each engine is built with the TensorRT version that serves it'],
    ['--stripWeights', 'Triton loads engines that contain all weights'],
    ['--saveEngine=other.plan', 'the library sets this option'],
    ['--iterations=10', 'allowed with TensorRT 10.9.0.34: --avgTiming=, --builderOptimizationLevel=,'],
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
  });

  test('are accepted only with TensorRT versions whose source code contains them', () => {
    const acceptedByVersion = (flag: string): boolean[] =>
      flags.versions.map(({ version }) =>
        [flag, `${flag}=1`].some((argument) => argumentProblem(argument, [], version) === undefined),
      );
    const accepted = Object.keys(flags.lines).filter((flag) => acceptedByVersion(flag).includes(true));
    expect(accepted).toHaveLength(25);
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

test.each([
  ['--hardwareCompatibilityLevel=ampere+', 'AMPERE_PLUS'],
  ['--hardwareCompatibilityLevel=sameComputeCapability', 'SAME_COMPUTE_CAPABILITY'],
  ['--noTF32', undefined],
])('the description of an engine that is built with %s names the GPUs that run it: %s', (argument, level) => {
  const build = buildOf({
    files: model({ extraArguments: [argument] })
      ._forTargets([TARGET])
      ._entries(),
  });
  expect(build && describeEngine(build, 'key').hardwareCompatibility).toBe(level);
});
