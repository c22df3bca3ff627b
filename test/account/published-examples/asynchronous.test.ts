/**
 * Reproduces the requests of two notebooks about asynchronous inference. The first notebook scales an endpoint by the backlog of requests,
 * and in to zero instances. The second notebook sends payloads in requests.
 */
import { DIMENSION, example, hostingExample, notebook, ROLE } from './notebook';

export const WALKTHROUGH = example('sm-async_inference_walkthrough');
export const INLINE = hostingExample('03-features/async-inference-inline-payload/async_inline_payload.ipynb');

const ENDPOINT = 'AsyncInferenceDemo-Endpoint';
const BUCKET = 's3://sagemaker-us-east-1-111122223333/async-inference-demo';

async function deployEndpoint(VariantName: string, asyncOptions: object = {}) {
  const aws = notebook();
  const { callSageMaker, untilSettled } = aws;
  await callSageMaker('CreateModel', {
    ModelName: 'AsyncInferenceDemo-Model',
    ExecutionRoleArn: ROLE,
    PrimaryContainer: {
      Image: '683313688378.dkr.ecr.us-east-1.amazonaws.com/sagemaker-xgboost:0.90-1-cpu-py3',
      ModelDataUrl: `${BUCKET}/demo-xgboost-model.tar.gz`,
    },
  });
  await callSageMaker('CreateEndpointConfig', {
    EndpointConfigName: 'AsyncInferenceDemo-EndpointConfig',
    ProductionVariants: [
      {
        VariantName,
        ModelName: 'AsyncInferenceDemo-Model',
        InstanceType: 'ml.m5.xlarge',
        InitialInstanceCount: 1,
      },
    ],
    AsyncInferenceConfig: { OutputConfig: { S3OutputPath: `${BUCKET}/output` }, ...asyncOptions },
  });
  await callSageMaker('CreateEndpoint', {
    EndpointName: ENDPOINT,
    EndpointConfigName: 'AsyncInferenceDemo-EndpointConfig',
  });
  expect(await untilSettled(ENDPOINT)).toEqual(['Creating', 'InService']);
  const invoke = (input: object) => callSageMaker('InvokeEndpointAsync', { EndpointName: ENDPOINT, ...input });
  return { ...aws, invoke };
}

test('each request has an output, and the idle endpoint scales in to zero instances', async () => {
  const aws = await deployEndpoint('variant1', { ClientConfig: { MaxConcurrentInvocationsPerInstance: 4 } });
  const { callAutoScaling, callSageMaker, describeEndpoint, invoke, minutes, objects } = aws;
  const target = {
    ServiceNamespace: 'sagemaker',
    ResourceId: `endpoint/${ENDPOINT}/variant/variant1`,
    ScalableDimension: DIMENSION,
  };
  await callAutoScaling('RegisterScalableTarget', { ...target, MinCapacity: 0, MaxCapacity: 5 });
  await callAutoScaling('PutScalingPolicy', {
    ...target,
    PolicyName: 'Invocations-ScalingPolicy',
    PolicyType: 'TargetTrackingScaling',
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 5,
      CustomizedMetricSpecification: {
        MetricName: 'ApproximateBacklogSizePerInstance',
        Namespace: 'AWS/SageMaker',
        Dimensions: [{ Name: 'EndpointName', Value: ENDPOINT }],
        Statistic: 'Average',
      },
      ScaleInCooldown: 600,
      ScaleOutCooldown: 300,
    },
  });

  const outputs: string[] = [];
  for (let point = 0; point < 25; point++) {
    const response = await invoke({ InputLocation: `${BUCKET}/input/test_point_${point}.libsvm` });
    // There is no failure location, since the endpoint configuration has no S3FailurePath.
    expect(response).not.toHaveProperty('FailureLocation');
    outputs.push(String(response.OutputLocation));
  }
  await minutes(5);
  const writtenUris = objects('PutObject').map((key) => `s3://sagemaker-us-east-1-111122223333/${key}`);
  expect(outputs.filter((output) => !writtenUris.includes(output))).toEqual([]);

  await minutes(40);
  expect(await describeEndpoint(ENDPOINT)).toMatchObject({
    EndpointStatus: 'InService',
    ProductionVariants: [{ CurrentInstanceCount: 0, DesiredInstanceCount: 0 }],
  });

  await callAutoScaling('DeregisterScalableTarget', target);
  await callSageMaker('DeleteEndpoint', { EndpointName: ENDPOINT });
});

describe('a payload in the request', () => {
  const Body = JSON.stringify({ inputs: 'Inline payloads make async inference so much simpler!' });
  const InputLocation = `${BUCKET}/async-input/1.json`;
  const ContentType = 'application/json';

  test('has an output like a payload in S3, but SageMaker reads no object from S3', async () => {
    const { invoke, minutes, objects, sagemaker } = await deployEndpoint('AllTraffic');
    const bodies: unknown[] = [];
    sagemaker.hooks.invoke = async ({ body }) => {
      bodies.push(body);
      return { Body: '[]' };
    };
    const responses = [await invoke({ ContentType, Body }), await invoke({ ContentType, InputLocation })];
    await minutes(3);
    expect(bodies[0]).toBe(Body);
    expect(objects('GetObject').filter((key) => key.includes('async-input'))).toHaveLength(1);
    const keys = responses.map(({ OutputLocation }) => String(OutputLocation).split('/').slice(3).join('/'));
    expect(objects('PutObject')).toEqual(keys);
  });

  test.each([
    ['in addition to a payload in S3', { ContentType, Body, InputLocation }],
    ['of more than 128,000 bytes', { ContentType, Body: JSON.stringify({ inputs: 'x'.repeat(130_000) }) }],
  ])('%s is rejected', async (_, input) => {
    const { invoke } = await deployEndpoint('AllTraffic');
    await expect(invoke(input)).rejects.toThrow(expect.objectContaining({ name: 'ValidationError' }));
  });
});
