import { loadResourceModel } from '@aws-cdk/cloudformation-diff/lib/diff/util';
import { App, NestedStack, Stack, StackProps } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Schedule as EventSchedule } from 'aws-cdk-lib/aws-events';
import { Key } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { BertLargeStack } from '../../bin/bert-large-stack';
import { BertSweepStack } from '../../bin/bert-sweep-stack';
import { CanaryReleaseStack } from '../../bin/canary-release-stack';
import { CpuStack } from '../../bin/cpu-stack';
import { DocumentQueueStack } from '../../bin/document-queue-stack';
import { ImageClassifierStack } from '../../bin/image-classifier-stack';
import { ImagePipelineStack } from '../../bin/image-pipeline-stack';
import { InferenceApiStack } from '../../bin/inference-api-stack';
import { PrivateStack } from '../../bin/private-stack';
import { ResNet50Stack } from '../../bin/resnet-50-stack';
import { T5Stack } from '../../bin/t5-stack';
import { TextClassifierStack } from '../../bin/text-classifier-stack';
import { VisionStack } from '../../bin/vision-stack';
import { WordStreamStack } from '../../bin/word-stream-stack';
import { Scaling, TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from '../endpoint/fixtures';
import { jobIn, sweepIn } from '../recommender/fixtures';

/** Types whose names need to be unique only within what another property refers to, which is in the same stack. */
const SCOPED = ['AWS::ApplicationAutoScaling::ScalingPolicy', 'AWS::IAM::Policy'];

interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
}

/** The properties that name a resource: its primary identifier, as far as it can be given, and `Name` or `<Type>Name`. */
function nameProperties(type: string): string[] {
  const resource = loadResourceModel(type);
  if (resource === undefined || SCOPED.includes(type)) return [];
  const called = ['Name', `${type.split('::')[2]}Name`];
  const identifiers = [...(resource.primaryIdentifier ?? []), ...called];
  return [...new Set(identifiers)].filter((property) => property in resource.properties);
}

/** The names that a template gives, each with the type and the property that it is of. What refers to a resource is that of the stack. */
function namesIn(resources: Record<string, Resource>): string[] {
  return Object.values(resources).flatMap(({ Type, Properties = {} }) => {
    const named = nameProperties(Type).filter((property) => Properties[property] !== undefined);
    const values = named.map((property) => JSON.stringify(Properties[property]));
    if (
      named.length === 0 ||
      values.some((value) => /"Ref":"(?!AWS::)|Fn::GetAtt|AWS::StackName|AWS::StackId/.test(value))
    )
      return [];
    return [`${Type} ${named.map((property, index) => `${property} ${values[index]}`).join(', ')}`];
  });
}

type Make = (scope: Construct, id: string, props: StackProps) => Stack;

/** The names of a stack and of those nested in it, as they are with a stack name. */
function namesOf(make: Make, stackName: string): string[] {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } }); // a function's bundle changes no name
  make(app, 'Serving', { stackName, env: { account: '111122223333', region: 'us-east-1' } });
  app.synth();
  const stacks = app.node.findAll().filter((each): each is Stack => each instanceof Stack);
  return stacks.flatMap((stack) => namesIn(stack.resolve(stack['_toCloudFormation']()).Resources));
}

/** A stack with one construct that has everything that has a name. */
const stackOf =
  (fill: (stack: Stack) => void): Make =>
  (scope, id, props) => {
    const stack = new Stack(scope, id, props);
    fill(stack);
    return stack;
  };

const everything = (stack: Stack) => ({
  vpc: new Vpc(stack, 'Vpc'),
  dataCapture: { samplingPercentage: 10 },
  monitoring: { scope: new NestedStack(stack, 'Observability'), logEncryptionKey: new Key(stack, 'Key') },
});

const night = Scaling.scheduled({
  maxCapacity: 4,
  actions: [{ name: 'night', schedule: Schedule.cron({ hour: '20' }), minCapacity: 1 }],
});

const STACKS: [string, Make][] = [
  ...[
    BertLargeStack,
    BertSweepStack,
    CanaryReleaseStack,
    CpuStack,
    DocumentQueueStack,
    ImageClassifierStack,
    ImagePipelineStack,
    InferenceApiStack,
    PrivateStack,
    ResNet50Stack,
    T5Stack,
    TextClassifierStack,
    VisionStack,
    WordStreamStack,
  ].map((Example): [string, Make] => [Example.name, (scope, id, props) => new Example(scope, id, props)]),
  [
    'a real-time endpoint',
    stackOf((stack) => {
      const requests = Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 4 });
      new TritonRealtimeEndpoint(stack, 'Endpoint', {
        ...everything(stack),
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
    stackOf((stack) => {
      new TritonMultiModelEndpoint(stack, 'Endpoint', {
        ...everything(stack),
        models: [classifier()],
        openPrefix: true,
        scaling: night,
      });
    }),
  ],
  ['an endpoint in a nested stack', stackOf((stack) => endpointIn(new NestedStack(stack, 'Endpoints')))],
  ['a benchmark', stackOf((stack) => jobIn(stack, { schedule: EventSchedule.cron({ hour: '2' }) }))],
  ['a sweep', stackOf((stack) => sweepIn(stack))],
];

function endpointIn(stack: Stack): void {
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier() });
}

test.each(STACKS)('%s has no name twice when it is deployed for development and for production', (_, make) => {
  const development = namesOf(make, 'serving-dev');
  const production = namesOf(make, 'serving-prod');
  expect(production.length).toBeGreaterThan(0);
  expect(production.length).toBe(development.length);
  expect(new Set([...development, ...production]).size).toBe(development.length + production.length);
});

test('a name that does not depend on the stack is found', () => {
  const fixed = stackOf((stack) => void new LogGroup(stack, 'Log', { logGroupName: 'ours' }));
  expect(namesOf(fixed, 'serving-dev')).toEqual(['AWS::Logs::LogGroup LogGroupName "ours"']);
});
