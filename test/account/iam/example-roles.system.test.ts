/** Checks the roles of the example app against IAM's quotas, the authorization reference, and the requests of SageMaker. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { securityPage } from '../../../scripts/security/page';
import { IamTestAccount } from './iam-test-account';
import { deployPolicies, resourcesOfType } from './deploy-policies';
import { DEPLOYED_ACCOUNT, DEPLOYED_REGION } from './deployed-values';
import { exampleTemplates, type StackTemplate } from './example-templates';
import { EXECUTION_ROLE_CALLS, type ExecutionRoleCall, type EndpointFeature } from './execution-role-calls';
import { Iam } from './iam';
import { policyFindings } from './policy-findings';

let templates: [stack: string, StackTemplate][];
beforeAll(async () => {
  templates = await exampleTemplates();
});

test('all roles and policies are within the quotas of IAM', async () => {
  let roleCount = 0;
  for (const [stack, template] of templates) {
    roleCount += (await deployPolicies(new Iam(deployedAccount()), stack, template)).length;
  }
  expect(roleCount).toBeGreaterThan(50);
});

test('no statement has an inapplicable condition key, or allows more resources than the reference requires', async () => {
  const findings = await Promise.all(templates.map(([stack, template]) => policyFindings(stack, template)));
  expect(findings.flat()).toEqual([]);
});

test('SECURITY.md lists every permission of the templates (to update: npx tsx scripts/security-page.ts)', async () => {
  const page = fs.readFileSync(path.join(__dirname, '..', '..', '..', 'SECURITY.md'), 'utf8');
  expect(await securityPage(page, templates)).toBe(page);
});

test('execution roles allow the requests that SageMaker sends with them', async () => {
  const deniedActions = new Set<string>();
  let requestCount = 0;
  for (const [stack, template] of templates) {
    const iam = new Iam(deployedAccount());
    await deployPolicies(iam, stack, template);
    for (const endpoint of endpointsOf(stack, template)) {
      for (const call of EXECUTION_ROLE_CALLS) {
        for (const input of inputsOf(call, endpoint)) {
          requestCount += 1;
          const principal = { role: endpoint.role, service: 'sagemaker.amazonaws.com' };
          if (call.service === 'ec2') registerInterface(iam, endpoint);
          const request = { principal, service: call.service, operation: call.operation, input };
          if (!(await iam.allows(request))) deniedActions.add(`${call.service}:${call.operation}`);
        }
      }
    }
  }
  expect(requestCount).toBeGreaterThan(100);
  expect([...deniedActions]).toEqual([]);
});

/** An endpoint, or an inference component on an endpoint. */
interface Endpoint {
  readonly logGroup: string;
  readonly namespace: string;
  readonly role: string;
  readonly image: string;
  readonly mode: 'object of model data' | 'prefix of model data' | 'multi-model';
  readonly data: { readonly Bucket: string; readonly key: string };
  readonly subnets: readonly string[];
  readonly securityGroups: readonly string[];
  readonly volumeKey?: string;
  readonly capture?: { readonly Bucket: string; readonly key: string };
  readonly captureKey?: string;
  readonly alarms: readonly string[];
}

/**
 * All properties of models, endpoint configurations, endpoints and inference components that the test reads. In the example templates, the
 * first model and the first endpoint configuration belong to the first endpoint, and so on. A template with inference components has one
 * endpoint, and the first model belongs to the first component.
 */
interface SageMakerProperties {
  readonly EndpointName: string;
  readonly InferenceComponentName?: string;
  readonly ExecutionRoleArn: string;
  readonly PrimaryContainer: {
    readonly Image: string;
    readonly Mode?: string;
    readonly ModelDataUrl?: string;
    readonly ModelDataSource?: { readonly S3DataSource: { readonly S3DataType: string; readonly S3Uri: string } };
  };
  readonly VpcConfig?: { readonly Subnets: string[]; readonly SecurityGroupIds: string[] };
  readonly KmsKeyId?: string;
  readonly DataCaptureConfig?: { readonly DestinationS3Uri: string; readonly KmsKeyId?: string };
  readonly DeploymentConfig?: {
    readonly AutoRollbackConfiguration?: { readonly Alarms: { readonly AlarmName: string }[] };
  };
}

/** The endpoints or inference components of a template, with all values that appear in requests of SageMaker. */
function endpointsOf(stack: string, template: StackTemplate): Endpoint[] {
  const propertiesOf = (type: string) =>
    resourcesOfType(stack, template, type).map(({ properties }) => properties as unknown as SageMakerProperties);
  const components = propertiesOf('AWS::SageMaker::InferenceComponent');
  const hosts = components.length > 0 ? components : propertiesOf('AWS::SageMaker::Endpoint');
  return hosts.map((host, index): Endpoint => {
    const configs = propertiesOf('AWS::SageMaker::EndpointConfig');
    const config = configs[components.length > 0 ? 0 : index];
    const model = propertiesOf('AWS::SageMaker::Model')[index];
    const { ExecutionRoleArn, PrimaryContainer: container } = model;
    const { VpcConfig } = components.length > 0 ? config : model;
    const kind = host.InferenceComponentName === undefined ? 'Endpoints' : 'InferenceComponents';
    const source = container.ModelDataSource?.S3DataSource;
    const singleModelMode = source?.S3DataType === 'S3Prefix' ? 'prefix of model data' : 'object of model data';
    const capture = config.DataCaptureConfig;
    return {
      logGroup: `/aws/sagemaker/${kind}/${host.InferenceComponentName ?? host.EndpointName}`,
      namespace: `/aws/sagemaker/${kind}`,
      role: ExecutionRoleArn,
      image: container.Image,
      mode: container.Mode === 'MultiModel' ? 'multi-model' : singleModelMode,
      data: locationOf(container.ModelDataUrl ?? source?.S3Uri ?? ''),
      subnets: VpcConfig?.Subnets ?? [],
      securityGroups: VpcConfig?.SecurityGroupIds ?? [],
      volumeKey: config.KmsKeyId,
      capture: capture && locationOf(capture.DestinationS3Uri),
      captureKey: capture?.KmsKeyId,
      alarms: (host.DeploymentConfig?.AutoRollbackConfiguration?.Alarms ?? []).map(({ AlarmName }) => AlarmName),
    };
  });
}

function locationOf(uri: string): { Bucket: string; key: string } {
  const [, Bucket, key] = /^s3:\/\/([^/]+)\/(.*)$/.exec(uri) ?? [];
  return { Bucket, key };
}

/** The inputs of the requests that SageMaker sends for an endpoint with this operation, or an empty array if it sends none. */
function inputsOf(call: ExecutionRoleCall, endpoint: Endpoint): Record<string, unknown>[] {
  const hasFeature: Record<EndpointFeature, boolean> = {
    'object of model data': endpoint.mode === 'object of model data',
    'prefix of model data': endpoint.mode === 'prefix of model data',
    'multi-model': endpoint.mode === 'multi-model',
    VPC: endpoint.subnets.length > 0,
    'KMS key of the volumes': endpoint.volumeKey !== undefined,
    'data capture': endpoint.capture !== undefined,
    'KMS key of data capture': endpoint.captureKey !== undefined,
    'alarms for rollback': endpoint.alarms.length > 0,
    asynchronous: false,
    'private registry with credentials': false,
  };
  if (call.feature !== undefined && !hasFeature[call.feature]) return [];
  const { data, capture, image } = endpoint;
  const [, registryId, repositoryName] = /^(\d+)\.dkr\.ecr\.[^/]+\/([^:]+)/.exec(image) ?? [];
  switch (call.service) {
    case 's3':
      if (call.feature === 'data capture') return [{ Bucket: capture?.Bucket, Key: `${capture?.key}/v/1.jsonl` }];
      if (call.operation === 'ListObjectsV2') return [{ Bucket: data.Bucket, Prefix: data.key }];
      return [
        { Bucket: data.Bucket, Key: call.feature === 'object of model data' ? data.key : `${data.key}m/config.pbtxt` },
      ];
    case 'ecr':
      return [{ registryId, repositoryName }];
    case 'logs':
      return [{ logGroupName: endpoint.logGroup, logStreamName: 'AllTraffic/i-1' }];
    case 'cloudwatch':
      return [{ Namespace: endpoint.namespace, AlarmNames: endpoint.alarms }];
    case 'kms':
      return [{ KeyId: call.feature === 'KMS key of the volumes' ? endpoint.volumeKey : endpoint.captureKey }];
    case 'ec2':
      if (call.operation === 'CreateNetworkInterface') {
        return endpoint.subnets.map((SubnetId) => ({ SubnetId, Groups: endpoint.securityGroups }));
      }
      return [{ NetworkInterfaceId: 'eni-1' }];
    default:
      throw new Error(`No input is known for ${call.service}: add it here.`);
  }
}

/** Registers a network interface with its subnet, which is a condition key of requests for the interface. */
function registerInterface(iam: Iam, { subnets }: Endpoint): void {
  const ec2 = `arn:aws:ec2:${DEPLOYED_REGION}:${DEPLOYED_ACCOUNT}`;
  iam.registerResource(`${ec2}:network-interface/eni-1`, { context: { 'ec2:Subnet': `${ec2}:subnet/${subnets[0]}` } });
}

function deployedAccount(): IamTestAccount {
  return new IamTestAccount(DEPLOYED_ACCOUNT, DEPLOYED_REGION);
}
