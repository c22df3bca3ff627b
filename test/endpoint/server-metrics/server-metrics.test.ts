import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import {
  InstanceType,
  ModelFiles,
  TritonAsyncEndpoint,
  TritonImage,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../../lib';
import { SERVER_METRICS, SERVER_MODEL_METRICS } from '../../../lib/facts/cloudwatch-metrics';
import { classifier, stackWith } from '../fixtures';

const withServerMetrics = (props: Partial<TritonRealtimeEndpointProps> = {}): Template =>
  Template.fromStack(stackWith({ endpointName: 'vision', monitoring: { serverMetrics: true }, ...props }));

/** The environment of the containers, by the logical ID of the SageMaker model. */
function environments(template: Template): Record<string, string>[] {
  return Object.values(template.findResources('AWS::SageMaker::Model')).map(
    ({ Properties }) => Properties.PrimaryContainer.Environment,
  );
}

/** The paths of all files in the model repository of the endpoint. */
function listedPaths(template: Template): string[] {
  return Object.values(template.findResources('AWS::SageMaker::Model')).flatMap(({ Metadata }) =>
    (Metadata['cdk-sagemaker-triton:content'] as string[])
      .filter((line) => !line.startsWith(' '))
      .map((line) => line.split(' ')[0]),
  );
}

test('the container has the exporter next to the model, and its variables', () => {
  const template = withServerMetrics();
  expect(listedPaths(template)).toEqual(
    expect.arrayContaining([
      'cdk_sagemaker_triton_metrics/1/model.py',
      'cdk_sagemaker_triton_metrics/config.pbtxt',
      'image-classifier/1/model.onnx',
      'image-classifier/config.pbtxt',
    ]),
  );
  expect(environments(template)).toEqual([
    {
      SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'image-classifier',
      SAGEMAKER_TRITON_LOG_VERBOSE: 'false',
      SAGEMAKER_TRITON_ALLOW_METRICS: 'true',
      SAGEMAKER_TRITON_METRICS_PORT: '23000',
      SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--allow-gpu-metrics=false --load-model=cdk_sagemaker_triton_metrics',
      SERVER_METRICS_ENDPOINT_NAME: 'vision',
      SERVER_METRICS_VARIANT_NAME: 'AllTraffic',
      SERVER_METRICS_PORT: '23000',
    },
  ]);
});

test('production and shadow variants publish under their own names', () => {
  const template = withServerMetrics({
    model: classifier(),
    shadowVariants: [{ variantName: 'Next', model: classifier({ maxBatchSize: 8 }) }],
  });
  expect(environments(template).map(({ SERVER_METRICS_VARIANT_NAME: name }) => name)).toEqual(['AllTraffic', 'Next']);
});

test('asynchronous endpoints publish, too', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonAsyncEndpoint(stack, 'Queue', { model: classifier(), monitoring: { serverMetrics: true } });
  expect(environments(Template.fromStack(stack))).toMatchObject([{ SERVER_METRICS_PORT: '23000' }]);
});

test('the exporter reads the port that the user sets', () => {
  const [environment] = environments(withServerMetrics({ server: { additionalArguments: ['--metrics-port=23007'] } }));
  expect(environment.SERVER_METRICS_PORT).toBe('23007');
  const server = { environment: { SAGEMAKER_TRITON_METRICS_PORT: '23008' } };
  expect(environments(withServerMetrics({ server }))[0].SERVER_METRICS_PORT).toBe('23008');
});

test('the utilization of GPUs is measured if the user asks for it', () => {
  const [environment] = environments(
    withServerMetrics({ server: { additionalArguments: ['--allow-gpu-metrics=true'] } }),
  );
  expect(environment.SAGEMAKER_TRITON_ADDITIONAL_ARGS).toBe(
    '--allow-gpu-metrics=true --load-model=cdk_sagemaker_triton_metrics',
  );
});

test('there are 5 metrics for a variant, 7 for each model and 2 for each response cache, as the documentation of the costs says', () => {
  const counts = [SERVER_METRICS, SERVER_MODEL_METRICS].map((metrics) => Object.keys(metrics).length);
  expect(counts).toEqual([5, 7 + 2]);
});

test('off means off: the template is the same as without the property', () => {
  const off = Template.fromStack(stackWith({ monitoring: { serverMetrics: false } })).toJSON();
  expect(off).toEqual(Template.fromStack(stackWith()).toJSON());
  expect(JSON.stringify(off)).not.toMatch(/SERVER_METRICS|serverMetrics|cdk_sagemaker_triton_metrics|ALLOW_METRICS/);
});

describe('what cannot publish metrics is rejected', () => {
  const errorOf = (create: () => unknown): string => {
    try {
      create();
    } catch (error) {
      return (error as Error).message;
    }
    return 'no error';
  };

  test.each<[string, Partial<TritonRealtimeEndpointProps>, string]>([
    [
      'an old release',
      { image: TritonImage.forRelease('23.03'), instanceType: InstanceType.G4DN_XLARGE },
      'got Triton 23.03',
    ],
    [
      'metrics that are turned off by a variable',
      { server: { environment: { SAGEMAKER_TRITON_ALLOW_METRICS: 'false' } } },
      'got false for --allow-metrics',
    ],
    [
      'metrics that are turned off by an argument',
      { server: { additionalArguments: ['--allow-metrics=0'] } },
      'got 0 for --allow-metrics',
    ],
    [
      'an address that the exporter cannot reach',
      { server: { additionalArguments: ['--metrics-address=10.0.0.1'] } },
      'got 10.0.0.1 as the address of the metrics',
    ],
    [
      'an address of HTTP, which the metrics use by default',
      { server: { additionalArguments: ['--http-address=10.0.0.1'] } },
      'got 10.0.0.1 as the address of the metrics',
    ],
    [
      'counters that are turned off',
      { server: { additionalArguments: ['--metrics-config=counter_latencies=false'] } },
      'got --metrics-config=counter_latencies=false',
    ],
    [
      'a variable that replaces the arguments',
      { server: { environment: { SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--exit-timeout-secs=60' } } },
      'got SAGEMAKER_TRITON_ADDITIONAL_ARGS',
    ],
    [
      'a name that the metric filters of the log count',
      { model: classifier({ name: 'bad_alloc' }) },
      "model.name: got 'bad_alloc', a message of a failure",
    ],
    [
      'the name of the exporter',
      { model: classifier({ name: 'cdk_sagemaker_triton_metrics' }) },
      'the name of the metrics exporter',
    ],
  ])('%s', (_, props, expected) => {
    const message = errorOf(() => withServerMetrics(props));
    expect(message).toContain(expected);
    expect(message).toContain('sme.server-metrics');
  });

  test('a model that has no config.pbtxt is reported as without server metrics', () => {
    const model = classifier({ maxBatchSize: 1.5 });
    const message = errorOf(() => withServerMetrics({ model }));
    expect(message).toBe(errorOf(() => withServerMetrics({ model, monitoring: {} })));
    expect(message).toContain('maxBatchSize');
  });

  test('model files in S3', () => {
    const stack = new Stack(new App(), 'Stack');
    const files = ModelFiles.fromS3(Bucket.fromBucketName(stack, 'Models', 'models'), 'bert.tar.gz');
    const model = classifier({ files });
    const create = (): unknown =>
      new TritonRealtimeEndpoint(stack, 'Endpoint', { model, monitoring: { serverMetrics: true } });
    expect(errorOf(create)).toMatch(/model\.files: got files in S3.*sme\.server-metrics/s);
  });

  test('multi-model endpoints', () => {
    const create = (): unknown =>
      new TritonMultiModelEndpoint(new Stack(new App(), 'Stack'), 'Endpoint', {
        models: [classifier()],
        monitoring: { serverMetrics: true },
      });
    expect(errorOf(create)).toMatch(
      /monitoring\.serverMetrics: got server metrics of a multi-model endpoint.*sme\.server-metrics/s,
    );
  });
});
