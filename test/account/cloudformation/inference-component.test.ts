import { simulate, type Simulation } from '../simulation';
import { deploy } from './deploy';
import type { Template } from './template';

const IMAGE = '785573368785.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:26.05-py3';

interface StackOptions {
  readonly model?: string;
  readonly copies?: number;
  readonly componentName?: string;
  readonly endpointName?: string;
  readonly component?: object;
}

/** A stack with an endpoint and a component with one container and no model data. */
function template({
  model = 'v1',
  copies = 1,
  componentName = 'faces',
  component = {},
  ...options
}: StackOptions = {}): Template {
  return {
    Resources: {
      Role: {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: 'execution',
          AssumeRolePolicyDocument: {
            Version: '2012-10-17',
            Statement: [
              { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'sagemaker.amazonaws.com' } },
            ],
          },
          // The role may do everything, because this test is about the component.
          Policies: [
            {
              PolicyName: 'all',
              PolicyDocument: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] },
            },
          ],
        },
      },
      [`Model${model}`]: {
        Type: 'AWS::SageMaker::Model',
        Properties: {
          ModelName: `model-${model}`,
          ExecutionRoleArn: { 'Fn::GetAtt': ['Role', 'Arn'] },
          PrimaryContainer: { Image: IMAGE },
        },
      },
      Config: {
        Type: 'AWS::SageMaker::EndpointConfig',
        Properties: {
          ExecutionRoleArn: { 'Fn::GetAtt': ['Role', 'Arn'] },
          ProductionVariants: [{ VariantName: 'AllTraffic', InstanceType: 'ml.g5.12xlarge', InitialInstanceCount: 1 }],
        },
      },
      Endpoint: {
        Type: 'AWS::SageMaker::Endpoint',
        Properties: {
          EndpointName: options.endpointName ?? 'shared',
          EndpointConfigName: { 'Fn::GetAtt': ['Config', 'EndpointConfigName'] },
        },
      },
      Component: {
        Type: 'AWS::SageMaker::InferenceComponent',
        Properties: {
          InferenceComponentName: componentName,
          EndpointName: { 'Fn::GetAtt': ['Endpoint', 'EndpointName'] },
          VariantName: 'AllTraffic',
          Specification: {
            ModelName: { 'Fn::GetAtt': [`Model${model}`, 'ModelName'] },
            ComputeResourceRequirements: { NumberOfAcceleratorDevicesRequired: 1, MinMemoryRequiredInMb: 1024 },
          },
          RuntimeConfig: { CopyCount: copies },
          ...component,
        },
      },
    },
  } as unknown as Template;
}

const send = ({ account }: Simulation, operation: string, input: object) =>
  account.call({
    principal: 'deployer',
    service: 'sagemaker',
    operation,
    input: { InferenceComponentName: 'faces', ...input },
  });
const describeComponent = (aws: Simulation) => send(aws, 'DescribeInferenceComponent', {});
const scale = (aws: Simulation, CopyCount: number) =>
  send(aws, 'UpdateInferenceComponentRuntimeConfig', { DesiredRuntimeConfig: { CopyCount } });
const requestsOf = ({ account }: Simulation): string[] =>
  account.log
    .map(({ operation }) => operation)
    .filter((operation) => /^(Create|Update|Delete)Inference/.test(operation));

/** Deploys a component, and then runs a test. */
function withComponent(switches: Record<string, boolean>, test: (aws: Simulation) => Promise<void>): Promise<void> {
  return simulate({ seed: 1, switches }, async (aws) => {
    expect(await deploy(aws.cloudformation, 'App', template())).toMatchObject({ status: 'CREATE_COMPLETE' });
    aws.account.log.splice(0);
    await test(aws);
  });
}

test('or succeeds although SageMaker rolled it back, if CloudFormation does not notice it', async () => {
  await withComponent({ 'cloudformation.rolled-back-component-fails': false }, async (aws) => {
    aws.sagemaker.hooks.startContainer = ({ modelName }) => (modelName === 'model-v2' ? { failure: 'exited' } : {});
    const { status } = await deploy(aws.cloudformation, 'App', template({ model: 'v2' }));
    expect(status).toBe('UPDATE_COMPLETE');
    expect(await describeComponent(aws)).toMatchObject({ Specification: { ModelName: 'model-v1' } });
  });
});

test.each([
  [true, 1],
  [false, 3],
])('an update replaces the scaled copy count, if it repeats the count: %s', async (isRepeated, copies) => {
  await withComponent({ 'cloudformation.component-updates-repeat-the-copy-count': isRepeated }, async (aws) => {
    await scale(aws, 3);
    await aws.account.sleep(10 * 60_000);
    // There is room for only one additional copy.
    const DeploymentConfig = {
      RollingUpdatePolicy: { MaximumBatchSize: { Type: 'CAPACITY_PERCENT', Value: 30 }, WaitIntervalInSeconds: 0 },
    };
    await deploy(aws.cloudformation, 'App', template({ model: 'v2', component: { DeploymentConfig } }));
    expect(await describeComponent(aws)).toMatchObject({
      Specification: { ModelName: 'model-v2' },
      RuntimeConfig: { CurrentCopyCount: copies },
    });
  });
});

test.each([
  [true, 'UpdateInferenceComponent'],
  [false, 'UpdateInferenceComponentRuntimeConfig'],
])('a new copy count also replaces all copies, if the specification is repeated: %s', async (isRepeated, operation) => {
  await withComponent({ 'cloudformation.component-updates-repeat-the-specification': isRepeated }, async (aws) => {
    await deploy(aws.cloudformation, 'App', template({ copies: 2 }));
    expect(requestsOf(aws)).toEqual([operation]);
    expect(await describeComponent(aws)).toMatchObject({ RuntimeConfig: { CurrentCopyCount: 2 } });
  });
});

test.each([
  [true, 'UPDATE_COMPLETE'],
  [false, 'UPDATE_ROLLBACK_FAILED'],
])('an update during a scaling activity waits: %s', async (waits, status) => {
  await withComponent({ 'cloudformation.component-waits-while-in-progress': waits }, async (aws) => {
    await scale(aws, 2);
    expect(await deploy(aws.cloudformation, 'App', template({ model: 'v2' }))).toMatchObject({ status });
  });
});

describe('a renamed component', () => {
  test('fails the update', async () => {
    await withComponent({}, async (aws) => {
      const stack = await deploy(aws.cloudformation, 'App', template({ componentName: 'other' }));
      expect(stack.events.map(({ reason }) => reason).join()).toContain(
        'InferenceComponentName of an inference component',
      );
      expect(stack.status).toMatch(/^UPDATE_ROLLBACK/);
    });
  });

  test('keeps its name, if the change is ignored', async () => {
    await withComponent({ 'cloudformation.component-names-cannot-change': false }, async (aws) => {
      const { status } = await deploy(aws.cloudformation, 'App', template({ componentName: 'other' }));
      expect(status).toBe('UPDATE_COMPLETE');
      await describeComponent(aws);
    });
  });
});
