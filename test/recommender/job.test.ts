import { Aspects, CfnResource, Duration, NestedStack, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { InferenceRecommenderJob, InstanceType, SamplePayload, TritonImage, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from '../endpoint/fixtures';
import { findCycle, referencesOf } from '../endpoint/template-graph';
import { definitionIn } from './definition';
import { createJob, newStack } from './fixtures';

const START = 'Custom::TritonBenchmarkStart';

interface StartResource {
  readonly DependsOn: string[];
  readonly Properties: { readonly ExecutionName: string; readonly JobNames: string[] };
}

function startsIn(stack: Stack): StartResource[] {
  return Object.values(Template.fromStack(stack).findResources(START)) as unknown as StartResource[];
}

function requestIn(stack: Stack): Record<string, unknown> {
  return definitionIn(stack).States.Create.Parameters ?? {};
}

describe('the model package', () => {
  test('has an archive, a payload, a domain, a task and a framework', () => {
    const stack = newStack('us-east-1');
    createJob(stack, {
      domain: 'COMPUTER_VISION',
      task: 'IMAGE_CLASSIFICATION',
    });
    Template.fromStack(stack).hasResourceProperties('AWS::SageMaker::ModelPackage', {
      Domain: 'COMPUTER_VISION',
      Task: 'IMAGE_CLASSIFICATION',
      SamplePayloadUrl: Match.stringLikeRegexp('^s3://cdk-.*\\.tar\\.gz$'),
      InferenceSpecification: {
        SupportedContentTypes: ['application/json'],
        SupportedResponseMIMETypes: ['application/json'],
        SupportedRealtimeInferenceInstanceTypes: ['ml.g4dn.xlarge', 'ml.g4dn.2xlarge'],
        Containers: [
          {
            Image: { 'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp('sagemaker-tritonserver:26.05-py3$')])] },
            ModelDataUrl: Match.stringLikeRegexp('^s3://cdk-.*\\.tar\\.gz$'),
            Framework: 'PYTORCH',
            FrameworkVersion: '1.6.0',
            Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'image-classifier' },
          },
        ],
      },
    });
  });

  test('is benchmarked by a default job, whose request lists the passed instance types', () => {
    const stack = newStack('us-east-1');
    new InferenceRecommenderJob(stack, 'Benchmark', { model: classifier(), instanceTypes: [InstanceType.G5_XLARGE] });
    expect(requestIn(stack)).toMatchObject({
      JobType: 'Default',
      InputConfig: { ContainerConfig: { SupportedInstanceTypes: ['ml.g5.xlarge'], SupportedEndpointType: 'RealTime' } },
    });
    expect(requestIn(stack).InputConfig).not.toHaveProperty('EndpointConfigurations');
  });

  test('is benchmarked in the VPC and with the KMS keys of the user', () => {
    const stack = newStack('us-east-1');
    const vpc = new Vpc(stack, 'Vpc', { natGateways: 0 });
    const resultsBucket = new Bucket(stack, 'Ours', { encryptionKey: new Key(stack, 'BucketKey') });
    createJob(stack, {
      vpc,
      vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
      securityGroups: [new SecurityGroup(stack, 'Group', { vpc })],
      instanceTypes: [InstanceType.P3_2XLARGE],
      image: TritonImage.forRelease('24.09'),
      volumeEncryptionKey: new Key(stack, 'VolumeKey'),
      resultsBucket,
    });
    const request = requestIn(stack);
    expect(request.InputConfig).toMatchObject({
      VolumeKmsKeyId: expect.stringContaining('VolumeKey'),
      VpcConfig: { Subnets: expect.arrayContaining([expect.any(String)]), SecurityGroupIds: [expect.any(String)] },
    });
    expect(request.OutputConfig).toEqual({ KmsKeyId: expect.stringContaining('BucketKey') });
  });

  test('is benchmarked in a VPC by a role with permissions for network interfaces and VPC endpoints', () => {
    const stack = newStack('us-east-1');
    const vpc = new Vpc(stack, 'Vpc', { natGateways: 0 });
    const securityGroups = [new SecurityGroup(stack, 'Group', { vpc })];
    createJob(stack, { vpc, vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED }, securityGroups });
    const [role] = Object.values(
      Template.fromStack(stack).findResources('AWS::IAM::Role', {
        Properties: { Description: Match.stringLikeRegexp('load tests') },
      }),
    );
    const statements = role.Properties.Policies[0].PolicyDocument.Statement as { Action: string[] | string }[];
    expect(statements.filter(({ Action }) => Action.includes('ec2:ModifyNetworkInterfaceAttribute'))).toEqual([
      expect.objectContaining({ Condition: { ArnLike: { 'ec2:Subnet': expect.any(Array) } } }),
      expect.objectContaining({ Resource: expect.objectContaining({ 'Fn::Join': expect.any(Array) }) }),
    ]);
    expect(statements.flatMap(({ Action }) => Action)).toContain('ec2:DescribeVpcEndpoints');
  });
});

test('the results bucket is versioned, and is retained when the stack is deleted', () => {
  const stack = newStack();
  createJob(stack);
  Template.fromStack(stack).hasResource('AWS::S3::Bucket', {
    Properties: { VersioningConfiguration: { Status: 'Enabled' } },
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
  });
});

test('the log of the workflow is retained for one month', () => {
  const stack = newStack();
  createJob(stack);
  Template.fromStack(stack).allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 30 });
});

test('the function that writes results has a timeout of 4 minutes, and the function that starts runs has a timeout of 15 minutes', () => {
  const stack = newStack();
  createJob(stack);
  const template = Template.fromStack(stack);
  const timeouts = Object.values(template.findResources('AWS::Lambda::Function')).map(({ Properties }) => [
    Properties.Description.split(' ')[0],
    Properties.Timeout,
  ]);
  expect(timeouts).toEqual([
    ['Writes', 240],
    ['Starts', 900],
  ]);
});

describe('the custom resource that starts runs', () => {
  test('depends on all resources of the stack, including resources that aspects add, and no resource depends on it', () => {
    const stack = newStack();
    const job = createJob(stack);
    createJob(stack, {}, 'Other');
    const endpoint = new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier() });
    endpoint.node.addDependency(job);
    new NestedStack(stack, 'Nested');
    Aspects.of(stack).add({
      visit: (node) => {
        if (node === stack) new CfnResource(stack, 'Added', { type: 'AWS::SNS::Topic' });
      },
    });
    const { Resources } = Template.fromStack(stack).toJSON();
    const graph = referencesOf(Resources);
    expect(findCycle(graph)).toBeUndefined();
    const starts = Object.keys(Resources).filter((id) => Resources[id].Type === START);
    expect(starts).toHaveLength(2);
    for (const start of starts) {
      const others = Object.keys(Resources).filter((id) => !starts.includes(id));
      expect([...(graph.get(start) ?? [])].sort()).toEqual(others.sort());
    }
  });

  test('has a run name that changes only with the inputs and the settings', () => {
    const nameOf = (props?: Parameters<typeof createJob>[1]): string => {
      const stack = newStack('us-east-1');
      createJob(stack, props);
      return startsIn(stack)[0].Properties.ExecutionName;
    };
    const changed = [
      nameOf({ model: classifier({ maxBatchSize: 8 }) }),
      nameOf({ image: TritonImage.forRelease('24.05') }),
      nameOf({ jobDuration: Duration.hours(1) }),
      nameOf({ samplePayload: SamplePayload.fromFiles([__filename]) }),
      nameOf({ domain: 'COMPUTER_VISION' }),
    ];
    expect(nameOf()).toBe(nameOf());
    expect(new Set([nameOf(), ...changed]).size).toBe(6);
  });

  test('does not start runs after deployments if startOnDeployment is false', () => {
    const stack = newStack();
    createJob(stack, { startOnDeployment: false });
    const template = Template.fromStack(stack);
    template.hasResourceProperties(START, { ExecutionName: Match.absent() }); // still required to stop runs when it is deleted
  });
});

describe('permissions:', () => {
  test('the workflow can only run its jobs, pass their role and invoke its function', () => {
    const stack = newStack('us-east-1');
    createJob(stack);
    const template = Template.fromStack(stack);
    const [role] = Object.keys(
      template.findResources('AWS::IAM::Role', {
        Properties: { Description: 'Runs the jobs of a benchmark and stores their results' },
      }),
    );
    const policies = template.findResources('AWS::IAM::Policy', { Properties: { Roles: [{ Ref: role }] } });
    const statements: { Action: string | string[]; Resource: unknown }[] = Object.values(policies).flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement,
    );
    const resources = Object.fromEntries(
      statements.flatMap(({ Action, Resource }) => [Action].flat().map((action) => [action, JSON.stringify(Resource)])),
    );
    const onAllResources = Object.keys(resources).filter((action) => resources[action] === '"*"');
    expect(onAllResources.filter((action) => !action.startsWith('logs:'))).toEqual([]);
    expect(Object.keys(resources).filter((action) => !onAllResources.includes(action))).toEqual([
      'sagemaker:CreateInferenceRecommendationsJob',
      'iam:PassRole',
      'lambda:InvokeFunction',
      'sagemaker:StopInferenceRecommendationsJob',
      'sagemaker:DescribeInferenceRecommendationsJob',
    ]);
    for (const verb of ['Create', 'Describe', 'Stop']) {
      expect(resources[`sagemaker:${verb}InferenceRecommendationsJob`]).toMatch(
        /inference-recommendations-job\/stack-benchmark-[0-9a-f]{8}-\*"\]\]\}$/,
      );
    }
    expect(resources['iam:PassRole']).toMatch(/^{"Fn::GetAtt":\["BenchmarkJobRole\w+","Arn"\]}$/);
    expect(resources['lambda:InvokeFunction']).toMatch(/^{"Fn::GetAtt":\["TritonRecommenderResults\w+","Arn"\]}$/);
  });

  test('the role of the jobs can read only the archive, the payload and the image', () => {
    const stack = newStack('us-east-1');
    createJob(stack);
    const roles = Template.fromStack(stack).findResources('AWS::IAM::Role', {
      Properties: { Description: 'Inference Recommender runs its load tests with this role' },
    });
    const [{ Properties }] = Object.values(roles);
    const statements: { Action: string | string[]; Resource: unknown }[] =
      Properties.Policies[0].PolicyDocument.Statement;
    const resourcesOf = (action: string): string[] =>
      statements
        .filter(({ Action }) => [Action].flat().includes(action))
        .flatMap(({ Resource }) => [Resource].flat().map((resource) => JSON.stringify(resource)));
    expect(resourcesOf('s3:GetObject')).toEqual([
      expect.stringMatching(/cdk-hnb659fds-assets-111122223333-us-east-1\/[0-9a-f]{64}\.tar\.gz/),
      expect.stringMatching(/cdk-hnb659fds-assets-111122223333-us-east-1\/[0-9a-f]{64}\.tar\.gz/),
    ]);
    expect(resourcesOf('ecr:BatchGetImage')).toEqual([expect.stringContaining('repository/sagemaker-tritonserver')]);
    expect(resourcesOf('sagemaker:DescribeModelPackage')).toEqual([
      expect.stringMatching(/model-package\/stack-benchmark-[0-9a-f]+\/\*/),
    ]);
    expect(resourcesOf('sagemaker:CreateEndpoint')).toHaveLength(3);
    for (const resource of resourcesOf('sagemaker:CreateEndpoint')) expect(resource).toContain('/stack-benchmark-');
  });

  test('a role that the user passes is used for the jobs', () => {
    const stack = newStack('us-east-1');
    createJob(stack, { role: Role.fromRoleArn(stack, 'Ours', 'arn:aws:iam::111122223333:role/ours') });
    expect(requestIn(stack).RoleArn).toBe('arn:aws:iam::111122223333:role/ours');
  });

  test('grantStart grants the permission to start runs, and onRunStatusChange adds a rule', () => {
    const stack = newStack();
    const job = createJob(stack);
    job.grantStart(new Role(stack, 'Starter', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }));
    job.onRunStatusChange('Ended', new SqsQueue(new Queue(stack, 'Queue')));
    const template = Template.fromStack(stack);
    template.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: { Statement: [Match.objectLike({ Action: 'states:StartExecution' })] },
    });
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: { source: ['aws.states'], detail: { stateMachineArn: [Match.anyValue()] } },
    });
  });
});

test('instance types without a GPU use the CPU image', () => {
  const stack = newStack('eu-west-1');
  createJob(stack, { instanceTypes: [InstanceType.of('ml.c6i.large'), InstanceType.of('ml.m5.large')] });
  const packages = Object.values(Template.fromStack(stack).findResources('AWS::SageMaker::ModelPackage'));
  expect(JSON.stringify(packages)).toContain('/sagemaker-tritonserver:26.05-py3-cpu');
});
