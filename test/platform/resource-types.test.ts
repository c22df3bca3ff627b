import { App, Stack } from 'aws-cdk-lib';
import {
  InferenceRecommenderJob,
  TritonAsyncEndpoint,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
} from '../../lib';
import table from '../../lib/platform/cloudformation-schemas.json';
import { registryAccounts, tritonReleases } from '../../lib/platform/triton-releases';
import { classifier } from '../endpoint/fixtures';

const stackIn = (region?: string): Stack =>
  new Stack(new App(), 'Stack', region === undefined ? {} : { env: { region, account: '111122223333' } });

const NO_ENDPOINT =
  'env.region: got me-central-1, where CloudFormation does not have AWS::SageMaker::Endpoint, ' +
  'AWS::SageMaker::EndpointConfig, AWS::SageMaker::Model ';

/** What an error says, without its links. */
function messageOf(make: () => unknown): string {
  try {
    make();
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

test.each(CONSTRUCTS)('%s in me-central-1, where CloudFormation has none, is an error', (_, make) => {
  expect(messageOf(() => make(stackIn('me-central-1')))).toContain(NO_ENDPOINT);
});

test.each(CONSTRUCTS)('%s is synthesized in any Region, known or not until deployment', (_, make) => {
  for (const region of ['eu-central-1', 'me-south-1', undefined]) expect(() => make(stackIn(region))).not.toThrow();
});

test('a benchmark registers its model, which a Region with endpoints may not have', () => {
  const benchmark = (region?: string): string =>
    messageOf(() => new InferenceRecommenderJob(stackIn(region), 'Benchmark', { model: classifier() }));
  expect(benchmark('ap-south-2')).toContain(
    'env.region: got ap-south-2, where CloudFormation does not have AWS::SageMaker::ModelPackage, AWS::SageMaker::ModelPackageGroup',
  );
  expect(benchmark('eu-central-1')).not.toContain('sm.resource-region');
  expect(benchmark()).not.toContain('sm.resource-region');
});

test('what is missing of an endpoint is something that every endpoint has', () => {
  const always = ['AWS::SageMaker::Endpoint', 'AWS::SageMaker::EndpointConfig', 'AWS::SageMaker::Model'];
  // Otherwise the rule would refuse endpoints without the option that brings the type: then it has to look at the options.
  const missing = Object.values(table.missing as Record<string, string[]>).flat();
  expect(missing.filter((type) => table.types.endpoint.includes(type) && !always.includes(type))).toEqual([]);
});

test('no message offers a Region that has an image but no endpoint', () => {
  const release = tritonReleases().find((row) => !('cn-north-1' in registryAccounts(row)));
  expect(Object.keys(registryAccounts(release ?? tritonReleases()[0]))).toContain('me-central-1');
  const said = messageOf(() => new TritonRealtimeEndpoint(stackIn('cn-north-1'), 'Endpoint', { model: classifier() }));
  expect(said).toContain('sm.region');
  expect(said).not.toContain('me-central-1');
});
