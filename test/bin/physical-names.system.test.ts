import { loadResourceModel } from '@aws-cdk/cloudformation-diff/lib/diff/util';
import { App, NestedStack, Stack, StackProps } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { CanaryReleaseStack } from '../../bin/canary-release-stack';
import { ComponentQueueStack } from '../../bin/component-queue-stack';
import { DocumentQueueStack } from '../../bin/document-queue-stack';
import { InferenceApiStack } from '../../bin/inference-api-stack';
import { PrivateStack } from '../../bin/private-stack';
import { Scaling, TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from '../endpoint/fixtures';
import { createJob } from '../recommender/fixtures';

/** Resource types whose names must be unique only within a parent resource in the same stack. */
const SCOPED_TYPES = ['AWS::ApplicationAutoScaling::ScalingPolicy', 'AWS::IAM::Policy'];

interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
}

/** Properties with the name of a resource: the settable primary identifier, and `Name` or `<Type>Name`. */
function nameProperties(type: string): string[] {
  const resource = loadResourceModel(type);
  if (resource === undefined || SCOPED_TYPES.includes(type)) return [];
  const conventionalNames = ['Name', `${type.split('::')[2]}Name`];
  const identifiers = [...(resource.primaryIdentifier ?? []), ...conventionalNames];
  return [...new Set(identifiers)].filter((property) => property in resource.properties);
}

/**
 * Physical names in a template, with their type and property. Names that contain references are omitted, because they are unique to the
 * stack.
 */
function namesInTemplate(resources: Record<string, Resource>): string[] {
  return Object.values(resources).flatMap(({ Type, Properties = {} }) => {
    const nameKeys = nameProperties(Type).filter((property) => Properties[property] !== undefined);
    const values = nameKeys.map((property) => JSON.stringify(Properties[property]));
    if (
      nameKeys.length === 0 ||
      values.some((value) => /"Ref":"(?!AWS::)|Fn::GetAtt|AWS::StackName|AWS::StackId/.test(value))
    )
      return [];
    return [`${Type} ${nameKeys.map((property, index) => `${property} ${values[index]}`).join(', ')}`];
  });
}

type CreateStack = (scope: Construct, id: string, props: StackProps) => Stack;

/** Creates a stack with the name `stackName`. Returns the physical names in the stack and its nested stacks. */
function namesInStack(createStack: CreateStack, stackName: string): string[] {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } }); // bundling does not affect names
  createStack(app, 'Serving', { stackName, env: { account: '111122223333', region: 'us-east-1' } });
  app.synth();
  const stacks = app.node.findAll().filter((construct): construct is Stack => construct instanceof Stack);
  return stacks.flatMap((stack) => namesInTemplate(stack.resolve(stack['_toCloudFormation']()).Resources));
}

/** Returns a function that creates a stack and fills it with constructs. */
const stackCreator =
  (addConstructs: (stack: Stack) => void): CreateStack =>
  (scope, id, props) => {
    const stack = new Stack(scope, id, props);
    addConstructs(stack);
    return stack;
  };

/** Options of an endpoint that create as many resources with names as possible. */
const optionsWithNames = (stack: Stack) => ({
  vpc: new Vpc(stack, 'Vpc'),
  dataCapture: { samplingPercentage: 10 },
  monitoring: { scope: new NestedStack(stack, 'Observability'), logEncryptionKey: new Key(stack, 'Key') },
});

const night = Scaling.scheduled({
  maxCapacity: 4,
  actions: [{ name: 'night', schedule: Schedule.cron({ hour: '20' }), minCapacity: 1 }],
});

const STACKS: [string, CreateStack][] = [
  ...[CanaryReleaseStack, ComponentQueueStack, DocumentQueueStack, InferenceApiStack, PrivateStack].map(
    (Example): [string, CreateStack] => [Example.name, (scope, id, props) => new Example(scope, id, props)],
  ),
  [
    'a real-time endpoint',
    stackCreator((stack) => {
      const requests = Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 4 });
      new TritonRealtimeEndpoint(stack, 'Endpoint', {
        ...optionsWithNames(stack),
        model: classifier(),
        variants: [
          { variantName: 'Champion', scaling: Scaling.combine(requests, night) },
          { variantName: 'Challenger' },
        ],
      });
    }),
  ],
  [
    'a multi-model endpoint',
    stackCreator((stack) => {
      new TritonMultiModelEndpoint(stack, 'Endpoint', {
        ...optionsWithNames(stack),
        models: [classifier()],
        openPrefix: true,
        scaling: night,
      });
    }),
  ],
  ['an endpoint in a nested stack', stackCreator((stack) => createEndpoint(new NestedStack(stack, 'Endpoints')))],
  ['a benchmark', stackCreator((stack) => createJob(stack))],
];

function createEndpoint(stack: Stack): void {
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier() });
}

test.each(STACKS)('%s has unique names if it is deployed for development and for production', (_, createStack) => {
  const development = namesInStack(createStack, 'serving-dev');
  const production = namesInStack(createStack, 'serving-prod');
  expect(production.length).toBeGreaterThan(0);
  expect(production.length).toBe(development.length);
  expect(new Set([...development, ...production]).size).toBe(development.length + production.length);
});

test('a name that does not depend on the stack is found', () => {
  const fixed = stackCreator((stack) => void new LogGroup(stack, 'Log', { logGroupName: 'ours' }));
  expect(namesInStack(fixed, 'serving-dev')).toEqual(['AWS::Logs::LogGroup LogGroupName "ours"']);
});
