import { App, Stack } from 'aws-cdk-lib';
import {
  InferenceRecommenderJob,
  InstanceType,
  TritonAsyncEndpoint,
  TritonInferenceComponents,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
} from '../../lib';
import table from '../../lib/facts/cloudformation-schemas.json';
import { registryAccounts, tritonReleases } from '../../lib/facts/triton-releases';
import { classifier } from '../endpoint/fixtures';

const stackIn = (region?: string): Stack =>
  new Stack(new App(), 'Stack', region === undefined ? {} : { env: { region, account: '111122223333' } });

const NO_ENDPOINT =
  'env.region: got me-central-1, where CloudFormation does not have AWS::SageMaker::Endpoint, ' +
  'AWS::SageMaker::EndpointConfig, AWS::SageMaker::Model ';

/** Message of the thrown error; an empty string if nothing is thrown. */
function messageOf(create: () => unknown): string {
  try {
    create();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

const CONSTRUCTS: [string, (stack: Stack) => unknown][] = [
  ['a real-time endpoint', (stack) => new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier() })],
  ['a multi-model endpoint', (stack) => new TritonMultiModelEndpoint(stack, 'Endpoint', { models: [classifier()] })],
  ['an asynchronous endpoint', (stack) => new TritonAsyncEndpoint(stack, 'Endpoint', { model: classifier() })],
];

test.each(CONSTRUCTS)(
  '%s is rejected in me-central-1, where CloudFormation does not support endpoints',
  (_, create) => {
    expect(messageOf(() => create(stackIn('me-central-1')))).toContain(NO_ENDPOINT);
  },
);

test.each(CONSTRUCTS)(
  '%s is accepted in a supported Region, a Region without schemas and an unknown Region',
  (_, create) => {
    for (const region of ['eu-central-1', 'me-south-1', undefined]) expect(() => create(stackIn(region))).not.toThrow();
  },
);

test('inference components are rejected in a Region with endpoints but without inference components', () => {
  const components = (region?: string): string =>
    messageOf(
      () =>
        new TritonInferenceComponents(stackIn(region), 'Endpoint', {
          instanceType: InstanceType.G4DN_XLARGE,
          maxInstanceCount: 2,
          components: [{ componentName: 'classifier', model: classifier() }],
        }),
    );
  expect(components('eu-west-3')).toContain(
    'env.region: got eu-west-3, where CloudFormation does not have AWS::SageMaker::InferenceComponent (',
  );
  expect(components('eu-central-1')).toBe('');
  expect(components()).toBe('');
});

test('a benchmark is rejected in a Region with endpoints but without model packages', () => {
  const benchmark = (region?: string): string =>
    messageOf(() => new InferenceRecommenderJob(stackIn(region), 'Benchmark', { model: classifier() }));
  expect(benchmark('ap-south-2')).toContain(
    'env.region: got ap-south-2, where CloudFormation does not have AWS::SageMaker::ModelPackage, AWS::SageMaker::ModelPackageGroup',
  );
  expect(benchmark('eu-central-1')).not.toContain('sm.resource-region');
  expect(benchmark()).not.toContain('sm.resource-region');
});

test('every endpoint creates each of the endpoint types that a Region may not support', () => {
  const endpointTypes = ['AWS::SageMaker::Endpoint', 'AWS::SageMaker::EndpointConfig', 'AWS::SageMaker::Model'];
  // For a type that only some options create, the rule would also reject endpoints without these options.
  const missing = Object.values(table.missing as Record<string, string[]>).flat();
  expect(missing.filter((type) => table.types.endpoint.includes(type) && !endpointTypes.includes(type))).toEqual([]);
});

test('messages do not suggest a Region that has the image but no endpoints', () => {
  const release = tritonReleases().find((row) => !('cn-north-1' in registryAccounts(row)));
  expect(Object.keys(registryAccounts(release ?? tritonReleases()[0]))).toContain('me-central-1');
  const message = messageOf(
    () => new TritonRealtimeEndpoint(stackIn('cn-north-1'), 'Endpoint', { model: classifier() }),
  );
  expect(message).toContain('sm.region');
  expect(message).not.toContain('me-central-1');
});
