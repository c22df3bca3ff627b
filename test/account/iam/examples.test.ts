/** The roles of the example app, held against IAM's quotas, the authorization reference, and what SageMaker does with them. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { securityPage } from '../../../scripts/security/page';
import { AWorld } from './a-world';
import { deployPolicies, resourcesOfType } from './deploy-policies';
import { DEPLOYED_ACCOUNT, DEPLOYED_REGION } from './deployed';
import { exampleTemplates, type StackTemplate } from './example-templates';
import { EXECUTION_ROLE_CALLS, type ExecutionRoleCall, type Only } from './execution-role-calls';
import { Iam } from './iam';
import { policyFindings } from './policy-findings';

let templates: [stack: string, StackTemplate][];
beforeAll(async () => {
  templates = await exampleTemplates();
});

test('all roles and policies fit into the quotas of IAM', async () => {
  let roles = 0;
  for (const [stack, template] of templates) {
    roles += (await deployPolicies(new Iam(deployedWorld()), stack, template)).length;
  }
  expect(roles).toBeGreaterThan(50);
});

test('no statement has a condition key that a resource never carries, or allows more than the reference needs', async () => {
  const findings = await Promise.all(templates.map(([stack, template]) => policyFindings(stack, template)));
  expect(findings.flat()).toEqual([]);
});

test('SECURITY.md has every permission of the templates; if not: npx tsx scripts/security-page.ts', async () => {
  const page = fs.readFileSync(path.join(__dirname, '..', '..', '..', 'SECURITY.md'), 'utf8');
  expect(await securityPage(page, templates)).toBe(page);
});

test('execution roles may do what SageMaker does with them', async () => {
  const denied = new Set<string>();
  let judged = 0;
  for (const [stack, template] of templates) {
    const iam = new Iam(deployedWorld());
    await deployPolicies(iam, stack, template);
    for (const endpoint of endpointsOf(stack, template)) {
      for (const call of EXECUTION_ROLE_CALLS) {
        for (const input of inputsOf(call, endpoint)) {
          judged += 1;
          const principal = { role: endpoint.role, service: 'sagemaker.amazonaws.com' };
          if (call.service === 'ec2') protectInterface(iam, endpoint);
          const request = { principal, service: call.service, operation: call.operation, input };
          if (!(await iam.allows(request))) denied.add(`${call.service}:${call.operation}`);
        }
      }
    }
  }
  expect(judged).toBeGreaterThan(100);
  expect([...denied]).toEqual([]);
});

interface Endpoint {
  readonly name: string;
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

/** The properties that are read of models, endpoint configurations and endpoints. Each template has as many of one as of another. */
interface SageMakerProperties {
  readonly EndpointName: string;
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

/** One for each model of the template, with what SageMaker reads in it and in the endpoints. */
function endpointsOf(stack: string, template: StackTemplate): Endpoint[] {
  const of = (type: string) =>
    resourcesOfType(stack, template, type).map(({ properties }) => properties as unknown as SageMakerProperties);
  return of('AWS::SageMaker::Endpoint').map((endpoint, index): Endpoint => {
    const config = of('AWS::SageMaker::EndpointConfig')[index];
    const { ExecutionRoleArn, PrimaryContainer: container, VpcConfig } = of('AWS::SageMaker::Model')[index];
    const source = container.ModelDataSource?.S3DataSource;
    const single = source?.S3DataType === 'S3Prefix' ? 'prefix of model data' : 'object of model data';
    const capture = config.DataCaptureConfig;
    return {
      name: endpoint.EndpointName,
      role: ExecutionRoleArn,
      image: container.Image,
      mode: container.Mode === 'MultiModel' ? 'multi-model' : single,
      data: locationOf(container.ModelDataUrl ?? source?.S3Uri ?? ''),
      subnets: VpcConfig?.Subnets ?? [],
      securityGroups: VpcConfig?.SecurityGroupIds ?? [],
      volumeKey: config.KmsKeyId,
      capture: capture && locationOf(capture.DestinationS3Uri),
      captureKey: capture?.KmsKeyId,
      alarms: (endpoint.DeploymentConfig?.AutoRollbackConfiguration?.Alarms ?? []).map(({ AlarmName }) => AlarmName),
    };
  });
}

function locationOf(uri: string): { Bucket: string; key: string } {
  const [, Bucket, key] = /^s3:\/\/([^/]+)\/(.*)$/.exec(uri) ?? [];
  return { Bucket, key };
}

/** The inputs of a call for an endpoint; none if SageMaker does not make it for this one. */
function inputsOf(call: ExecutionRoleCall, endpoint: Endpoint): Record<string, unknown>[] {
  const applies: Record<Only, boolean> = {
    'object of model data': endpoint.mode === 'object of model data',
    'prefix of model data': endpoint.mode === 'prefix of model data',
    'multi-model': endpoint.mode === 'multi-model',
    VPC: endpoint.subnets.length > 0,
    'KMS key of the volumes': endpoint.volumeKey !== undefined,
    'data capture': endpoint.capture !== undefined,
    'KMS key of data capture': endpoint.captureKey !== undefined,
    'alarms for rollback': endpoint.alarms.length > 0,
    asynchronous: false,
    'core dumps': false,
    'private registry with credentials': false,
  };
  if (call.only !== undefined && !applies[call.only]) return [];
  const { data, capture, image } = endpoint;
  const [, registryId, repositoryName] = /^(\d+)\.dkr\.ecr\.[^/]+\/([^:]+)/.exec(image) ?? [];
  switch (call.service) {
    case 's3':
      if (call.only === 'data capture') return [{ Bucket: capture?.Bucket, Key: `${capture?.key}/v/1.jsonl` }];
      if (call.operation === 'ListObjectsV2') return [{ Bucket: data.Bucket, Prefix: data.key }];
      return [
        { Bucket: data.Bucket, Key: call.only === 'object of model data' ? data.key : `${data.key}m/config.pbtxt` },
      ];
    case 'ecr':
      return [{ registryId, repositoryName }];
    case 'logs':
      return [{ logGroupName: `/aws/sagemaker/Endpoints/${endpoint.name}`, logStreamName: 'AllTraffic/i-1' }];
    case 'cloudwatch':
      return [{ Namespace: '/aws/sagemaker/Endpoints', AlarmNames: endpoint.alarms }];
    case 'kms':
      return [{ KeyId: call.only === 'KMS key of the volumes' ? endpoint.volumeKey : endpoint.captureKey }];
    case 'ec2':
      if (call.operation === 'CreateNetworkInterface') {
        return endpoint.subnets.map((SubnetId) => ({ SubnetId, Groups: endpoint.securityGroups }));
      }
      return [{ NetworkInterfaceId: 'eni-1' }];
    default:
      throw new Error(`No input is known for ${call.service}: add it here.`);
  }
}

/** EC2 knows which subnet an interface is in. */
function protectInterface(iam: Iam, { subnets }: Endpoint): void {
  const ec2 = `arn:aws:ec2:${DEPLOYED_REGION}:${DEPLOYED_ACCOUNT}`;
  iam.protect(`${ec2}:network-interface/eni-1`, { context: { 'ec2:Subnet': `${ec2}:subnet/${subnets[0]}` } });
}

function deployedWorld(): AWorld {
  return new AWorld(DEPLOYED_ACCOUNT, DEPLOYED_REGION);
}
