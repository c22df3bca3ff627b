import { rowInsertion, ChangedCopy, Edit, pathsInGuide, insertionBefore } from './changed-copy';
import { sample } from '../setup/proof';

/** A section of CONTRIBUTING.md, and the edits of a contributor who follows the section, in the order of the files in the section. */
interface Guide {
  readonly title: string;
  readonly edits: Record<string, Edit>;
  /** Prints a value that depends on the change. */
  readonly script: string;
  readonly printed: unknown;
}

const RETRIES_ALARM = `{
      ...THREE_OF_FIVE,
      kind: AlarmKind.MODEL_RETRIES,
      metric: () => metrics.get('modelRetries'),
      threshold: 10,
      description: 'More than {} retries in a minute.',
    }`;

const GUIDES: Guide[] = [
  {
    title: 'Add an instance type',
    edits: {
      'lib/facts/gpu-instances.json': rowInsertion(
        {
          ...{
            name: 'ml.g9.xlarge',
            gpuModel: 'NVIDIA T9',
            gpuCount: 1,
            gpuMemoryMiB: 24576,
            computeCapability: '12.0',
          },
          ...{ vcpus: 4, memoryGiB: 16, arch: 'x86_64', multiModel: true, usdPerHour: 1.5, priceRegion: 'us-east-1' },
        },
        /^.*"ml\.p6e-gb200\.36xlarge".*$/m,
      ),
      'lib/facts/gpu-drivers.ts': insertionBefore("  'NVIDIA B200': 570,", "  'NVIDIA T9': 580,\n"),
      'lib/platform/instance-type.ts': insertionBefore(
        '  /** 1 × NVIDIA K80, 4 vCPU, 61 GiB */\n',
        "  /** 1 × NVIDIA T9, 4 vCPU, 16 GiB */\n  public static readonly G9_XLARGE = new InstanceType('ml.g9.xlarge');\n",
      ),
    },
    script: `
      import { App, Stack } from 'aws-cdk-lib';
      import { Template } from 'aws-cdk-lib/assertions';
      import { Backend, InstanceType, ModelFiles, TritonModel, TritonRealtimeEndpoint } from './lib';
      const stack = new Stack(new App(), 'Stack', { env: { account: '123456789012', region: 'us-east-1' } });
      const files = ModelFiles.fromDirectory('model-artifacts/text-classifier/onnx');
      const model = new TritonModel({ name: 'classifier', backend: Backend.ONNXRUNTIME, files });
      new TritonRealtimeEndpoint(stack, 'Endpoint', { model, instanceType: InstanceType.G9_XLARGE });
      const configs = Template.fromStack(stack).findResources('AWS::SageMaker::EndpointConfig');
      const [variant] = Object.values(configs)[0].Properties.ProductionVariants;
      print([variant.InstanceType, variant.InferenceAmiVersion]);`,
    printed: ['ml.g9.xlarge', 'al2023-ami-sagemaker-inference-gpu-4-1'],
  },
  {
    title: 'Add a release of the Triton image',
    edits: {
      'lib/facts/triton-images.json': rowInsertion(
        {
          ...{ release: '26.09', triton: '2.73.0', cuda: '13.2.1', python: '3.12', minComputeCapability: '7.5' },
          ...{ accounts: 'dlc', regions: ['us-east-1'], cpuTag: true },
        },
        /^.*"release": "26\.05".*$/m,
      ),
    },
    script: `
      import { TritonImage } from './lib';
      print([TritonImage.forRelease('26.09').release, TritonImage.latest().release]);`,
    printed: ['26.09', '26.09'],
  },
  {
    title: 'Add a backend',
    edits: {
      'lib/facts/backends.ts': insertionBefore(
        "  { backend: 'python', file: 'model.py' },",
        "  { backend: 'candle', platform: 'candle_weights', file: 'model.safetensors' },\n",
      ),
      'lib/model/values/backend.ts': insertionBefore(
        '  /** Python code, `model.py`. */',
        "  /** Candle, `model.safetensors`. */\n  public static readonly CANDLE = Backend.named('candle');\n",
      ),
    },
    script: `
      import { Backend, ModelConfig, ModelFiles, Tensor, TritonModel } from './lib';
      const files = ModelFiles.fromFile('package.json');
      const [input, output] = ['x', 'y'].map((name) => Tensor.fp32(name, [4]));
      const model = new TritonModel({ name: 'm', backend: Backend.CANDLE, files, inputs: [input], outputs: [output] });
      const wrong = ModelConfig.fromText('name: "m" backend: "candle" platform: "tensorrt_plan"').validate();
      print([model._entries().map(({ path }) => path), wrong.map(({ ruleId }) => ruleId)]);`,
    printed: [['1/model.safetensors'], ['backend.pair']],
  },
  {
    title: 'Add an alarm',
    edits: {
      'lib/facts/cloudwatch-metrics.ts': insertionBefore(
        '  midStreamErrors: requestMetric(',
        "  modelRetries: requestMetric('ModelRetries', 'Sum'),\n",
      ),
      'lib/monitoring/alarm-options.ts': insertionBefore(
        '  /** There are fewer requests',
        "  /** The container retries models. */\n  MODEL_RETRIES = 'modelRetries',\n",
      ),
      'lib/monitoring/check-thresholds.ts': insertionBefore(
        '  [AlarmKind.NO_TRAFFIC]: COUNT,',
        '  [AlarmKind.MODEL_RETRIES]: COUNT,\n',
      ),
      'lib/monitoring/request-alarms.ts': insertionBefore(
        '    latency,\n    serverErrors,\n',
        `    ${RETRIES_ALARM},\n`,
      ),
    },
    script: `
      import { App, Duration, Stack } from 'aws-cdk-lib';
      import { Template } from 'aws-cdk-lib/assertions';
      import { AlarmKind, LatencyObjective } from './lib';
      import { alarmDefinitions, EndpointAlarms } from './lib/monitoring/endpoint-alarms';
      const stack = new Stack(new App(), 'Stack');
      const endpoint = { endpointName: 'endpoint', latencyObjective: LatencyObjective.p99(Duration.millis(200)) };
      const props = { endpoint, overrides: { modelRetries: { threshold: 20 } } };
      const alarms = EndpointAlarms._create(stack, 'Alarms', { ...props, definitions: alarmDefinitions(props) });
      const { MetricName, Threshold } = Object.values(Template.fromStack(stack).findResources('AWS::CloudWatch::Alarm'))
        .map(({ Properties }) => Properties)
        .find(({ AlarmDescription }) => AlarmDescription.includes('retries'));
      print([MetricName, Threshold, alarms.alarm(AlarmKind.MODEL_RETRIES) !== undefined]);`,
    printed: ['ModelRetries', 20, true],
  },
];

test.each(GUIDES)('the guide "$title" contains the paths of the edited files, in order', ({ title, edits }) => {
  const paths = pathsInGuide(title);
  expect(paths.filter((name) => name in edits)).toEqual(Object.keys(edits));
});

test.each(sample(GUIDES, 1))('the guide "$title" lists all edits that the change requires', (guide) => {
  const copy = new ChangedCopy(guide.edits);
  try {
    expect(copy.run(guide.script)).toEqual(guide.printed);
  } finally {
    copy.delete();
  }
});
