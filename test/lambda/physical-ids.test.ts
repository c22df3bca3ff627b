import { AwsError } from '../account/call';
import {
  FunctionUnderTest,
  withFunctionUnderTest,
  endpointNotFoundError,
  HandlerResponse,
} from './function-under-test';

type RequestType = 'Create' | 'Update' | 'Delete';

/** The expected physical ID, the status if AWS responds, and the status if all requests to AWS fail. */
type Expected = [string, 'SUCCESS' | 'FAILED', 'SUCCESS' | 'FAILED'];

interface CustomResource {
  /** The folder of the handler in lambda/. The default is the name of the resource. */
  readonly folder?: string;
  readonly properties: object;
  readonly previousProperties?: object;
  readonly event?: object;
  readonly expected: Record<RequestType, Expected>;
}

const PREVIOUS = 'the-previous-id';
const PREFIX = 'stack/model/';
const PUBLICATION = { SourceBucket: 'assets', ManifestKey: 'manifest.json', Bucket: 'models' };
const ENGINE = { ...PUBLICATION, Prefix: 'stack/_engines/key/', InstanceType: 'ml.g5.xlarge' };
const BENCHMARK = { StateMachineArn: 'a:stateMachine:b', JobNames: [], JobPrefix: 'bert-', ExecutionName: 'bert-2' };
const COMPONENT = { InferenceComponentName: 'vision-detector', Component: '{}' };
const COMPONENT_SCALING = { ...COMPONENT, CopyCount: '2', Scaling: '{"policies":[]}' };
const SCALING = { EndpointName: 'vision', EndpointConfigName: 'new', Deployment: '{}', Variants: '[]' };

/**
 * The custom resources, with the physical IDs of deployed stacks. A new version must not change the IDs, because CloudFormation replaces a
 * resource whose physical ID changes. The logical ID, `Resource`, differs from the one with which the resource was created, as after
 * `cdk refactor`.
 */
const RESOURCES: Record<string, CustomResource> = {
  'build-engine': {
    properties: ENGINE,
    expected: {
      Create: ['s3://models/stack/_engines/key/', 'FAILED', 'FAILED'], // the bucket does not exist
      Update: ['s3://models/stack/_engines/key/', 'FAILED', 'FAILED'],
      Delete: [PREVIOUS, 'SUCCESS', 'FAILED'],
    },
  },
  'build-engine of the folder': {
    folder: 'build-engine',
    properties: { Bucket: 'models', Prefix: 'stack/_engines/' },
    event: { ResourceType: 'Custom::TritonEngineFolder' },
    expected: {
      Create: ['s3://models/stack/_engines/', 'SUCCESS', 'SUCCESS'],
      Update: ['s3://models/stack/_engines/', 'SUCCESS', 'SUCCESS'],
      Delete: [PREVIOUS, 'SUCCESS', 'FAILED'],
    },
  },
  'endpoint-cleanup': {
    properties: { EndpointName: 'vision', SecurityGroupIds: [], RoleArn: 'role', KeyArns: ['key'] },
    expected: {
      Create: ['Resource', 'SUCCESS', 'SUCCESS'],
      Update: [PREVIOUS, 'SUCCESS', 'SUCCESS'],
      Delete: [PREVIOUS, 'SUCCESS', 'FAILED'],
    },
  },
  'publish-model': {
    properties: { ...PUBLICATION, Prefix: `${PREFIX}v1/` },
    expected: {
      Create: [`s3://models/${PREFIX}v1/`, 'FAILED', 'FAILED'], // the bucket does not exist
      Update: [`s3://models/${PREFIX}v1/`, 'FAILED', 'FAILED'],
      Delete: [PREVIOUS, 'SUCCESS', 'FAILED'],
    },
  },
  'publish-model with an open prefix': {
    folder: 'publish-model',
    properties: { ...PUBLICATION, Prefix: `${PREFIX}models/`, Declaration: 'v1' },
    expected: {
      Create: [`s3://models/${PREFIX}declared/v1.json`, 'FAILED', 'FAILED'],
      Update: [`s3://models/${PREFIX}declared/v1.json`, 'FAILED', 'FAILED'],
      Delete: [PREVIOUS, 'SUCCESS', 'FAILED'],
    },
  },
  'recommendation-start': {
    properties: BENCHMARK,
    previousProperties: { ...BENCHMARK, ExecutionName: 'bert-1' },
    expected: {
      Create: ['bert-', 'SUCCESS', 'FAILED'],
      Update: ['bert-', 'SUCCESS', 'FAILED'],
      Delete: ['bert-', 'FAILED', 'FAILED'], // the simulated account cannot list executions
    },
  },
  'scaling-registration before the endpoint': {
    folder: 'scaling-registration',
    properties: SCALING,
    event: { ResourceType: 'Custom::TritonScalingRelease' },
    expected: {
      Create: ['Resource-vision', 'SUCCESS', 'FAILED'],
      Update: [PREVIOUS, 'SUCCESS', 'FAILED'],
      Delete: [PREVIOUS, 'SUCCESS', 'SUCCESS'],
    },
  },
  'scaling-registration after the endpoint': {
    folder: 'scaling-registration',
    properties: {
      ...SCALING,
      Variants: JSON.stringify([{ variantName: 'AllTraffic', instanceTypes: [], instanceCount: 1, policies: [] }]),
    },
    event: { ResourceType: 'Custom::TritonScalingRegistration' },
    expected: {
      Create: ['Resource-vision', 'SUCCESS', 'FAILED'],
      Update: [PREVIOUS, 'SUCCESS', 'FAILED'],
      Delete: [PREVIOUS, 'SUCCESS', 'SUCCESS'],
    },
  },
  'scaling-registration before the component': {
    folder: 'scaling-registration',
    properties: { ...COMPONENT, InitialCopyCount: '2' },
    event: { ResourceType: 'Custom::TritonScalingRelease' },
    expected: {
      Create: ['Resource-vision-detector', 'SUCCESS', 'SUCCESS'],
      Update: [PREVIOUS, 'SUCCESS', 'FAILED'],
      Delete: [PREVIOUS, 'SUCCESS', 'SUCCESS'],
    },
  },
  'scaling-registration after the component': {
    folder: 'scaling-registration',
    properties: COMPONENT_SCALING,
    event: { ResourceType: 'Custom::TritonScalingRegistration' },
    expected: {
      Create: ['Resource-vision-detector', 'SUCCESS', 'SUCCESS'],
      Update: [PREVIOUS, 'SUCCESS', 'FAILED'],
      Delete: [PREVIOUS, 'SUCCESS', 'SUCCESS'],
    },
  },
  'scaling-registration of a new endpoint': {
    folder: 'scaling-registration',
    properties: SCALING,
    previousProperties: { ...SCALING, EndpointName: 'old' },
    event: { ResourceType: 'Custom::TritonScalingRelease' },
    expected: {
      Create: ['Resource-vision', 'SUCCESS', 'FAILED'],
      Update: ['Resource-vision', 'SUCCESS', 'FAILED'],
      Delete: [PREVIOUS, 'SUCCESS', 'SUCCESS'],
    },
  },
  'smoke-test': {
    properties: { EndpointName: 'vision', EndpointConfigName: 'new', Spec: '{"models":[]}' },
    expected: {
      Create: ['smoke-test-vision', 'FAILED', 'FAILED'], // the endpoint does not exist
      Update: [PREVIOUS, 'FAILED', 'FAILED'],
      Delete: [PREVIOUS, 'SUCCESS', 'SUCCESS'],
    },
  },
};

function prepareServices(lambda: FunctionUnderTest, fails: boolean): void {
  const { services } = lambda.aws.account;
  services.set('states', { name: 'states', handle: async () => ({ executions: [] }) });
  for (const [name, service] of services) {
    if (['lambda', 'logs', 'cloudformation'].includes(name)) continue;
    const handle: typeof service.handle = async (call) => {
      if (fails) throw new AwsError('InternalFailure', 'The service failed', 500);
      if (call.operation === 'DescribeEndpoint') throw endpointNotFoundError();
      if (call.operation === 'DescribeInferenceComponent')
        throw new AwsError('ValidationException', 'Could not find inference component "vision-detector".');
      if (call.operation === 'ListInferenceRecommendationsJobs') return { InferenceRecommendationsJobs: [] };
      return name === 'kms' ? { Grants: [] } : service.handle(call);
    };
    services.set(name, { name, handle });
  }
}

async function send(name: string, RequestType: RequestType, awsFails: boolean): Promise<HandlerResponse> {
  const { folder = name, properties, previousProperties = properties, event } = RESOURCES[name];
  const previous = { PhysicalResourceId: PREVIOUS, OldResourceProperties: previousProperties };
  return withFunctionUnderTest(folder, async (lambda) => {
    prepareServices(lambda, awsFails);
    return lambda.send({ RequestType, ...(RequestType !== 'Create' && previous), ...event }, properties);
  });
}

const CASES = Object.entries(RESOURCES).flatMap(([name, { expected }]) =>
  Object.entries(expected).map(([type, expectation]): [string, RequestType, Expected] => [
    name,
    type as RequestType,
    expectation,
  ]),
);

test.each(CASES)('%s, %s: the physical ID and the statuses are %j', async (name, type, expected) => {
  const [whileAwsResponds, whileAwsFails] = [await send(name, type, false), await send(name, type, true)];
  expect([whileAwsResponds.PhysicalResourceId, whileAwsResponds.Status, whileAwsFails.Status]).toEqual(expected);
  expect(whileAwsFails.PhysicalResourceId).toBe(expected[0]);
});
