import { Switches } from '../behaviour';
import { simulate } from '../simulation';
import { Invariant } from './invariants';
import { Life } from './life';
import {
  Reversal,
  withAlarmsOfAllFleets,
  withAlarmsOfOneEndpoint,
  withAlarmsOfOneName,
  withAnyCountBefore,
  withEditedPolicies,
  withEditedScalingPolicies,
  withFixedCompositeName,
  withLogWrittenToTheEnd,
  without,
  withoutAction,
  withoutActionOf,
  withoutAlarmsOfPolicies,
  withoutCounts,
  withoutPauses,
  withoutReader,
  withRetainedWeights,
} from './reversals';
import { runHistory } from './run';
import { deploy, Step } from './steps';
import { versionOf } from './versions';

interface Case {
  readonly reversed: string;
  readonly reversal: Reversal;
  readonly history: readonly Step[];
  readonly seed?: number;
  readonly switches?: Switches;
  /** What is not true then. */
  readonly invariant: Invariant;
}

/**
 * Each fix, and what is not true without it. `MetricsConfig` is not among them: what it turns off is billed, and no history reads it, so that
 * a history could only repeat the template. `test/endpoint/monitoring` has its test.
 */
const CASES: readonly Case[] = [
  {
    reversed: 'the role may not publish metrics',
    reversal: withoutAction('cloudwatch:PutMetricData'),
    history: [deploy('plain')],
    invariant: 'no request is denied',
  },
  {
    reversed: 'the role may not make the log group, which exists',
    reversal: withoutActionOf('EndpointExecutionPolicy', 'logs:CreateLogGroup'),
    history: [deploy('plain')],
    invariant: 'what serves has a log',
  },
  {
    reversed: 'the role may make the log group for as long as the role exists',
    reversal: withLogWrittenToTheEnd,
    history: [deploy('plain'), { kind: 'delete' }, deploy('plain')],
    seed: 4,
    invariant: 'a deployment without mishap is green',
  },
  {
    reversed: 'the log group is deleted some seconds after the permission to make it',
    reversal: without('Custom::TritonEndpointCleanup'),
    history: [deploy('plain')],
    seed: 3,
    invariant: 'nothing is left',
  },
  {
    reversed: 'the role may not grant the use of the key of the volumes',
    reversal: withoutAction('kms:CreateGrant'),
    history: [deploy('encrypted')],
    switches: { 'sagemaker.grants-by-caller': false },
    invariant: 'a deployment without mishap is green',
  },
  {
    reversed: 'the publisher does not know that the stack goes back',
    reversal: withoutActionOf('TritonModelPublisher', 'cloudformation:DescribeStacks'),
    history: [deploy('plain'), deploy('other model', { kind: 'new fleet does not start' })],
    switches: { 'cloudformation.rollback-updates-replaced-custom-resource': false },
    invariant: 'the fleet can read its model',
  },
  {
    reversed: 'policies are edited',
    reversal: withEditedPolicies,
    history: [deploy('plain'), deploy('other model')],
    invariant: 'the fleet can read its model',
  },
  {
    reversed: 'policies are edited, and data capture ends',
    reversal: withEditedPolicies,
    history: [deploy('capture'), deploy('other model')],
    invariant: 'no request is denied',
  },
  {
    reversed: 'policies are edited, and an open prefix is closed',
    reversal: withEditedPolicies,
    history: [deploy('open prefix'), deploy('two models')],
    invariant: 'nothing is left',
  },
  {
    reversed: 'policies are edited, and an endpoint that gets another name is rolled back',
    reversal: withEditedPolicies,
    history: [deploy('renamed'), deploy('scaled, other model', { kind: 'new fleet does not start' })],
    invariant: 'no request is denied',
  },
  {
    reversed: 'rollback alarms watch the old fleet, too',
    reversal: withAlarmsOfAllFleets,
    history: [deploy('plain'), deploy('other model', { kind: 'old fleet answers with errors' })],
    invariant: 'a deployment without mishap is green',
  },
  {
    reversed: 'rollback alarms keep their names, and their states',
    reversal: withAlarmsOfOneName,
    history: [deploy('plain'), deploy('other model', { kind: 'old fleet answers with errors' })],
    switches: { 'sagemaker.first-look-at-alarms-after-a-minute': false },
    invariant: 'a deployment without mishap is green',
  },
  {
    reversed: 'nothing reports why an endpoint failed',
    reversal: without('Custom::TritonFailureReport'),
    history: [deploy('plain', { kind: 'new fleet does not start' })],
    invariant: 'what failed is known',
  },
  {
    reversed: 'scaling goes on while the endpoint is updated',
    reversal: without('Custom::TritonScalingRelease'),
    history: [deploy('scaled'), deploy('scaled, other model', { kind: 'load rises' })],
    invariant: 'nothing scales while the endpoint is updated',
  },
  {
    reversed: 'an update retains weights',
    reversal: withRetainedWeights,
    history: [deploy('two variants'), deploy('two variants, other weights')],
    invariant: 'what is deployed is served',
  },
  {
    reversed: 'nothing sets the counts of variants that do not scale',
    reversal: withoutCounts,
    history: [deploy('scaled next to one'), deploy('scaled next to three')],
    invariant: 'what is deployed is served',
  },
  {
    reversed: 'nothing brings counts within the limits of the strategy to come',
    reversal: withAnyCountBefore,
    history: [deploy('plain'), deploy('rolling')],
    invariant: 'a deployment without mishap is green',
  },
  {
    reversed: 'nothing brings counts within the limits of the strategy that the rollback gives back',
    reversal: withAnyCountBefore,
    history: [deploy('rolling'), deploy('plain', { kind: 'a response is lost', number: 3 })],
    invariant: 'no deployment ends between two states',
  },
  {
    reversed: 'nothing waits for network interfaces',
    reversal: without('Custom::TritonEndpointCleanup'),
    history: [deploy('private')],
    invariant: 'no deployment ends between two states',
  },
  {
    reversed: 'nothing waits for grants',
    reversal: without('Custom::TritonEndpointCleanup'),
    history: [deploy('encrypted')],
    invariant: 'nothing is left',
  },
  {
    reversed: 'nothing deregisters variants that get another instance type',
    reversal: without('Custom::TritonScalingRelease'),
    history: [deploy('scaled'), deploy('scaled, other instance type')],
    invariant: 'a deployment without mishap is green',
  },
  {
    reversed: 'scaling policies are edited, and not replaced',
    reversal: withEditedScalingPolicies,
    history: [
      deploy('from zero'),
      deploy('from zero, other instance type', { kind: 'new fleet does not start' }),
      deploy('from zero to five'),
    ],
    invariant: 'no deployment ends between two states',
  },
  {
    reversed: 'alarms call the policies that they called before a rollback',
    reversal: withoutAlarmsOfPolicies,
    history: [
      deploy('from zero'),
      deploy('from zero, other instance type', { kind: 'new fleet does not start' }),
      { kind: 'time passes', minutes: 90 },
      { kind: 'requests are queued', count: 1 },
      { kind: 'time passes', minutes: 60 },
    ],
    invariant: 'each queued request has a response',
  },
  {
    reversed: 'nothing waits for scaling that has just begun',
    reversal: without('Custom::TritonScalingRelease'),
    history: [deploy('scaled'), { kind: 'scaling changes the count', count: 5 }, deploy('scaled, other model')],
    switches: { 'cloudformation.endpoint-waits-while-in-progress': false },
    invariant: 'no deployment ends between two states',
  },
  {
    reversed: 'Lambda repeats a probe that failed',
    reversal: without('AWS::Lambda::EventInvokeConfig'),
    history: [deploy('plain'), deploy('other model', { kind: 'the probe is throttled' })],
    invariant: 'a failed probe is not repeated',
  },
  {
    reversed: 'there is neither a smoke test nor a probe',
    reversal: (template) =>
      ['Custom::TritonSmokeTest', 'AWS::Events::Rule', 'AWS::Lambda::Permission'].reduce(
        (rest, type) => without(type)(rest),
        template,
      ),
    history: [deploy('plain'), deploy('other model', { kind: 'new fleet answers wrongly' })],
    // Where it is known, the probe sees it first.
    switches: { 'sagemaker.pending-variants-have-a-stage': false },
    invariant: 'what does not work is not deployed',
  },
  {
    reversed: 'functions do not pause before they repeat what is denied',
    reversal: withoutPauses,
    history: [deploy('plain')],
    seed: 7,
    switches: { 'cloudformation.waits-for-iam': false },
    invariant: 'a deployment without mishap is green',
  },
  {
    reversed: 'a model does not wait until its role is known',
    reversal: withoutReader,
    history: [deploy('plain')],
    seed: 2,
    switches: { 'cloudformation.waits-for-iam': false },
    invariant: 'a deployment without mishap is green',
  },
  {
    reversed: 'the registration may change alarms of its endpoints alone',
    reversal: withAlarmsOfOneEndpoint,
    history: [deploy('scaled'), deploy('scaled, other instance type', { kind: 'new fleet does not start' })],
    switches: { 'autoscaling.tries-alarms-of-its-own-names': false },
    invariant: 'scaling is as declared',
  },
];

test.each(CASES)('without its fix, "$invariant" is not true: $reversed', async (each) => {
  const { history, reversal, seed = 1, switches, invariant } = each;
  const { violations } = await runHistory(history, { seed, reversal, switches });
  expect(violations).toContainEqual(expect.objectContaining({ invariant }));
});

test('a deployment whose containers leave no log is green, and the log of its smoke test warns', async () => {
  versionOf('plain');
  await simulate({ seed: 1 }, async (aws) => {
    const life = new Life(aws, 'App', withoutActionOf('EndpointExecutionPolicy', 'logs:CreateLogGroup'));
    expect((await life.deploy('plain')).status).toBe('CREATE_COMPLETE');
    await aws.account.sleep(60_000);
    const printed = [...aws.logs.groups.values()].flatMap(({ streams }) => [...streams.values()].flat());
    expect(printed.map(({ message }) => message).join()).toContain('WARNING: The endpoint has no log stream');
  });
});

test('without the name of the stack in the name of the composite alarm, a second stack of the app is red', async () => {
  for (const stackName of ['App', 'Other']) versionOf('plain', stackName);
  await simulate({ seed: 1 }, async (aws) => {
    expect((await new Life(aws, 'App', withFixedCompositeName).deploy('plain')).status).toBe('CREATE_COMPLETE');
    const second = await new Life(aws, 'Other', withFixedCompositeName).deploy('plain');
    expect(second.events.map(({ reason }) => reason).join()).toContain('EndpointAllTrafficAlarms already exists');
  });
});
