import { joinNames } from '../../../findings/join-names';
import { Severity } from '../../../findings/finding';
import { nearestName } from '../../../findings/nearest';
import { ModelConfigDocument } from '../../schema/schema';
import { ConfigContext, ConfigRule, partRules, withFields } from '../context';
import { describeType, findParameters, isValid, Parameters, tensorRtNames } from './onnx-accelerator-parameters';

/** Accelerators by device, with the first release that has them. */
const ACCELERATORS = { gpu: { tensorrt: '', cuda: '24.06' }, cpu: { openvino: '' } };

/** First release in which the TensorRT accelerator supports bfloat16. */
const BF16_PRECISION_RELEASE = '26.02';

/**
 * First release whose ONNX Runtime (1.27) uses TensorRT 11 (server r26.07, build.py; TensorRT 11 migration guide;
 * read 2026-11-22).
 */
const TENSORRT_11_RELEASE = '26.07';

/** The accelerators for one kind of device, and the names that ONNX Runtime has for them. */
function acceleratorsFor(device: 'gpu' | 'cpu', { optimization }: ModelConfigDocument, release: string) {
  const list = `${device}_execution_accelerator` as const;
  const allowed = Object.entries(ACCELERATORS[device]).flatMap(([name, since]) => (since <= release ? name : []));
  return withFields(optimization?.execution_accelerators?.[list], `optimization.execution_accelerators.${list}`).map(
    (each) => ({ ...each, device, allowed }),
  );
}

/** The accelerators that the backend reads. If all instances are on the CPU, it ignores accelerators for GPUs, which onnx.gpu-accel-cpu reports. */
function acceleratorsOf(config: ModelConfigDocument, { gpuCount, release }: ConfigContext) {
  return [
    ...(isOnCpu(config, gpuCount) ? [] : acceleratorsFor('gpu', config, release)),
    ...acceleratorsFor('cpu', config, release),
  ];
}

/** The parameters of the accelerators on GPUs, each with what the backend knows about it. */
function parametersOf(config: ModelConfigDocument, context: ConfigContext) {
  return acceleratorsOf(config, context)
    .filter(({ device }) => device === 'gpu')
    .flatMap(({ name: accelerator, parameters, field }) =>
      [...parameters].map(([name, value]) => ({
        ...{ accelerator, name, value, field: `${field}.parameters[${name}]` },
        known: findParameters(accelerator, name),
      })),
    );
}

function tensorRtParametersOf(config: ModelConfigDocument, context: ConfigContext) {
  return parametersOf(config, context).filter(({ accelerator }) => accelerator === 'tensorrt');
}

function explainUnknown(name: string, known: Parameters | undefined, release: string): string {
  if (known) {
    return `parameter '${name}' of accelerator tensorrt requires Triton ${known.since} or newer, got ${release}; use release ${known.since} or newer, or leave it out`;
  }
  const names = tensorRtNames(release);
  const suggestion = nearestName(name, names);
  return `accelerator tensorrt has no parameter '${name}'; ${suggestion ? `did you mean '${suggestion}'?` : `it has ${joinNames(names)}`}`;
}

function isOnCpu({ instance_group: groups }: ModelConfigDocument, gpuCount?: number): boolean {
  return gpuCount === 0 || (groups.length > 0 && groups.every(({ kind }) => kind === 'KIND_CPU'));
}

export const acceleratorRules: ConfigRule[] = [
  ...partRules(acceleratorsOf, [
    {
      id: 'onnx.accel',
      when: ({ name, allowed }) => !allowed.includes(name),
      at: '.name',
      message: ({ name, device, allowed }, { release }) =>
        name === 'cuda' && device === 'gpu'
          ? `accelerator cuda requires Triton ${ACCELERATORS.gpu.cuda} or newer, got ${release}; leave it out, since GPU instances use CUDA without it`
          : `ONNX Runtime has no ${device} accelerator '${name}'; use ${allowed.join(' or ')}`,
    },
  ]),
  ...partRules(tensorRtParametersOf, [
    {
      id: 'onnx.accel-param',
      when: ({ known }, { release }) => known === undefined || known.since > release,
      message: ({ name, known }, { release }) => explainUnknown(name, known, release),
    },
    {
      id: 'onnx.precision',
      when: ({ name, value }, { release }) => name === 'precision_mode' && !precisionsOf(release).includes(value),
      message: ({ value }, { release }) => `precision_mode is '${value}'; allowed: ${precisionsOf(release).join(', ')}`,
    },
    {
      id: 'onnx.strong-typing',
      severity: Severity.WARNING,
      when: ({ name, value }, { release, isReleaseKnown }) =>
        isReleaseKnown && release >= TENSORRT_11_RELEASE && name === 'precision_mode' && value !== 'FP32',
      message: ({ value }, { release }) =>
        `precision_mode is '${value}', but Triton ${release} has TensorRT 11, which uses the types of the ONNX file and accepts ` +
        'no precision; convert the file, and leave precision_mode out',
    },
  ]),
  ...partRules(parametersOf, [
    {
      id: 'onnx.accel-value',
      when: ({ accelerator, value, known }, { release }) => {
        if (!known || known.since > release || (accelerator === 'cuda' && value === '')) return false; // an empty value is not passed on
        return !isValid(value, known.type, release);
      },
      message: ({ name, value, known }) => `${name} is '${value}'; allowed: ${known && describeType(known)}`,
    },
  ]),
  // Without an instance type, the model may run on a single server that is never scaled. The rule onnx.gpu-accel-cpu reports accelerators on
  // the CPU.
  ...partRules(
    (config, context) => (context.instanceType ? acceleratorsOf(config, context) : []),
    [
      {
        id: 'onnx.tensorrt-build',
        severity: Severity.WARNING,
        when: ({ name, device, parameters }) => {
          const isCached = ['1', 'true'].includes((parameters.get('trt_engine_cache_enable') ?? '').toLowerCase());
          return name === 'tensorrt' && device === 'gpu' && !(isCached && parameters.get('trt_engine_cache_path'));
        },
        message:
          'each instance of the model builds its engine when it starts, which takes minutes (4 to 10 were reported) and delays scaling ' +
          'and updates: use an engine that the deployment builds (Backend.TENSORRT with ModelFiles.fromEngineBuild), or put the engine cache ' +
          "for this GPU into the model's folder and set trt_engine_cache_enable and trt_engine_cache_path",
      },
    ],
  ),
  ...partRules(
    (config, { release }) => acceleratorsFor('gpu', config, release),
    [
      {
        id: 'onnx.gpu-accel-cpu',
        severity: Severity.WARNING,
        when: (_, { gpuCount }, config) => isOnCpu(config, gpuCount),
        message: ({ name }) => `accelerator ${name} has no effect: every instance group runs on the CPU; leave it out`,
      },
    ],
  ),
];

function precisionsOf(release: string): string[] {
  return ['FP32', 'FP16', 'INT8', ...(release < BF16_PRECISION_RELEASE ? [] : ['BF16'])];
}
