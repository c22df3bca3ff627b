import { Switches } from '../behavior';
import { simulate } from '../simulation';
import type { Invariant } from './invariant';
import { busy, SILENT_ROLLBACK } from './components/fixed-defects';
import {
  withFixedComponentIds,
  withoutComponentRelease,
  withoutInstanceScaling,
  withoutRestoredVersions,
  withoutVersionChecks,
} from './components/reversals';
import { Deployer } from './deployer';
import {
  Reversal,
  withAlarmsOfAllFleets,
  withAlarmPermissionsByEndpoint,
  withFixedAlarmNames,
  withEditedPolicies,
  withEditedScalingPolicies,
  withFixedCompositeName,
  withCreatedLogGroups,
  withoutResources,
  withoutAction,
  withoutAlarmsOfPolicies,
  withoutFailureEvents,
  withoutInstanceCounts,
  withoutRetryPauses,
  withoutReader,
  withRetainedWeights,
} from './reversals';
import { runHistory } from './run-history';
import { deploy, Step } from './steps';
import { synthesizedVersion } from './versions';

interface Case {
  /** The error of the stack without the fix. */
  readonly defect: string;
  readonly reversal: Reversal;
  readonly history: readonly Step[];
  readonly seed?: number;
  readonly switches?: Switches;
  /** An invariant that the history violates without the fix. */
  readonly invariant: Invariant;
}

/**
 * For fixes of the library: a change of the template that removes the fix (a reversal), and a history that then violates an invariant.
 * `MetricsConfig` has no case here, because it affects only the costs of metrics. The tests in `test/endpoint/monitoring` cover it.
 */
const CASES: readonly Case[] = [
  {
    defect: 'the role has no permission to publish metrics',
    reversal: withoutAction('cloudwatch:PutMetricData'),
    history: [deploy('plain')],
    invariant: 'no request is denied',
  },
  {
    defect: 'the role may create log groups',
    reversal: withCreatedLogGroups,
    history: [deploy('plain'), { kind: 'delete' }],
    invariant: 'a deletion leaves no resources',
  },
  {
    defect: 'the role has no permission to create grants of the volumes’ key',
    reversal: withoutAction('kms:CreateGrant'),
    history: [deploy('encrypted')],
    switches: { 'sagemaker.grants-by-caller': false },
    invariant: 'a deployment without a failure succeeds',
  },
  {
    defect: 'policies are edited instead of replaced',
    reversal: withEditedPolicies,
    history: [deploy('plain'), deploy('other model')],
    invariant: 'the fleet can read its model',
  },
  {
    defect: 'policies are edited, and data capture ends',
    reversal: withEditedPolicies,
    history: [deploy('capture'), deploy('other model')],
    invariant: 'no request is denied',
  },
  {
    defect: 'policies are edited, and a changed endpoint name is rolled back',
    reversal: withEditedPolicies,
    history: [deploy('renamed'), deploy('scaled, other model', { kind: 'new version does not start' })],
    invariant: 'no request is denied',
  },
  {
    defect: 'rollback alarms include the metrics of the old fleet',
    reversal: withAlarmsOfAllFleets,
    history: [deploy('plain'), deploy('other model', { kind: 'old version returns errors' })],
    invariant: 'a deployment without a failure succeeds',
  },
  {
    defect: 'rollback alarms keep their names, and their states',
    reversal: withFixedAlarmNames,
    history: [deploy('plain'), deploy('other model', { kind: 'old version returns errors' })],
    switches: { 'sagemaker.first-alarm-check-after-a-minute': false },
    invariant: 'a deployment without a failure succeeds',
  },
  {
    defect: 'the reason of a failed endpoint is not reported',
    reversal: withoutFailureEvents,
    history: [deploy('plain', { kind: 'new version does not start' })],
    invariant: 'the log of a failed start is kept',
  },
  {
    defect: 'an update retains weights',
    reversal: withRetainedWeights,
    history: [deploy('two variants'), deploy('two variants, other weights')],
    invariant: 'the endpoint matches the template',
  },
  {
    defect: 'instance counts of variants without scaling are not set',
    reversal: withoutInstanceCounts,
    history: [deploy('scaled next to one instance'), deploy('scaled next to three instances')],
    invariant: 'the endpoint matches the template',
  },
  {
    defect: 'the deletion does not wait for network interfaces',
    reversal: withoutResources('Custom::TritonEndpointCleanup'),
    history: [deploy('private')],
    invariant: 'each deployment completes or rolls back',
  },
  {
    defect: 'the deletion does not wait for grants',
    reversal: withoutResources('Custom::TritonEndpointCleanup'),
    history: [deploy('encrypted')],
    invariant: 'a deletion leaves no resources',
  },
  {
    defect: 'variants with a changed instance type are not deregistered',
    reversal: withoutResources('Custom::TritonScalingRelease'),
    history: [deploy('scaled'), deploy('scaled, other instance type')],
    invariant: 'a deployment without a failure succeeds',
  },
  {
    defect: 'scaling policies are edited instead of replaced',
    reversal: withEditedScalingPolicies,
    history: [
      deploy('from zero'),
      deploy('from zero, other instance type', { kind: 'new version does not start' }),
      deploy('from zero to five'),
    ],
    invariant: 'each deployment completes or rolls back',
  },
  {
    defect: 'after a rollback, alarms invoke deleted policies',
    reversal: withoutAlarmsOfPolicies,
    history: [
      deploy('from zero'),
      deploy('from zero, other instance type', { kind: 'new version does not start' }),
      { kind: 'time passes', minutes: 90 },
      { kind: 'requests are queued', count: 1 },
      { kind: 'time passes', minutes: 60 },
    ],
    invariant: 'each queued request has a response',
  },
  {
    defect: 'a deployment does not wait for a scaling activity that has just begun',
    reversal: withoutResources('Custom::TritonScalingRelease'),
    history: [deploy('scaled'), { kind: 'the count changes', count: 5 }, deploy('scaled, other model')],
    switches: { 'cloudformation.endpoint-waits-for-scaling': false },
    invariant: 'a deployment without a failure succeeds',
  },
  {
    defect: 'there is neither a smoke test nor a probe',
    reversal: withoutResources('Custom::TritonSmokeTest', 'AWS::Events::Rule', 'AWS::Lambda::Permission'),
    history: [deploy('plain'), deploy('other model', { kind: 'new version returns wrong responses' })],
    // With this behavior switched on, the probe would detect the wrong responses first.
    switches: { 'sagemaker.pending-variants-have-a-stage': false },
    invariant: 'a broken version is not deployed',
  },
  {
    defect: 'functions retry denied requests without a pause',
    reversal: withoutRetryPauses,
    history: [deploy('plain')],
    seed: 7,
    switches: { 'cloudformation.waits-for-iam': false },
    invariant: 'a deployment without a failure succeeds',
  },
  {
    defect: 'a model does not wait until its role has propagated',
    reversal: withoutReader,
    history: [deploy('plain')],
    seed: 8,
    switches: { 'cloudformation.waits-for-iam': false },
    invariant: 'a deployment without a failure succeeds',
  },
  {
    defect: 'the permissions of the registration are limited to alarms of its endpoints',
    reversal: withAlarmPermissionsByEndpoint,
    history: [deploy('scaled'), deploy('scaled, other instance type', { kind: 'new version does not start' })],
    switches: { 'autoscaling.checks-alarms-with-the-resource-id': false },
    invariant: 'scaling matches the template',
  },
];

const NEW_MODEL_OF_DOG = deploy(['dog has a different model']);
const FAILING_AFTER_UPDATE = deploy(['dog has a different model'], {
  kind: 'new copies fail after the update',
  component: 'dog',
});

/** The same for parts of the template of inference components. */
const CASES_OF_COMPONENTS: readonly Case[] = [
  {
    defect: 'a component is updated without its current number of copies',
    reversal: withoutComponentRelease,
    history: [deploy([]), ...busy('dog', 30), NEW_MODEL_OF_DOG],
    invariant: 'a deployment keeps the copies',
  },
  {
    defect: 'a component keeps its logical ID if its name changes',
    reversal: withFixedComponentIds,
    history: [deploy([]), deploy(['the endpoint is renamed'])],
    invariant: 'each deployment completes or rolls back',
  },
  {
    defect: 'nothing compares the version that a component serves',
    reversal: withoutVersionChecks,
    history: [
      deploy([]),
      deploy(['dog has a different model'], { kind: 'new version does not start', component: 'dog' }),
    ],
    switches: SILENT_ROLLBACK,
    invariant: 'a broken version is not deployed',
  },
  {
    defect: 'a rollback does not restore the version of a component before CloudFormation does',
    reversal: withoutRestoredVersions,
    history: [deploy([]), FAILING_AFTER_UPDATE],
    invariant: 'each deployment completes or rolls back',
  },
  {
    defect: 'an update of the endpoint does not wait for managed instance scaling',
    reversal: withoutInstanceScaling,
    history: [deploy([]), ...busy('dog', 0), ...busy('cat', 3), deploy(['the fleet is larger'])],
    switches: { 'cloudformation.endpoint-waits-for-scaling': false },
    invariant: 'a deployment without a failure succeeds',
  },
];

test.each([...CASES, ...CASES_OF_COMPONENTS])(
  'the template of the library has no such defect: $defect',
  async (testCase) => {
    const { history, seed = 1, switches } = testCase;
    expect((await runHistory(history, { seed, switches })).violations).toEqual([]);
  },
);

test.each([...CASES, ...CASES_OF_COMPONENTS])(
  'without the fix, "$invariant" is violated: $defect',
  async (testCase) => {
    const { history, reversal, seed = 1, switches, invariant } = testCase;
    const { violations } = await runHistory(history, { seed, reversal, switches });
    expect(violations).toContainEqual(expect.objectContaining({ invariant }));
  },
);

test('scaling is restored after a failure between the update of the endpoint and its registration, by a function that waits', async () => {
  const violated: Invariant[] = [];
  for (let number = 6; number < 16; number++) {
    const incident = { kind: 'step fails', number, moment: 'after' } as const;
    const history = [deploy('scaled'), deploy('scaled, other instance type', incident)];
    const violationsWith = async (reversal?: Reversal): Promise<Invariant[]> =>
      (await runHistory(history, { seed: 1, reversal })).violations.map(({ invariant }) => invariant);
    expect(await violationsWith()).not.toContain('scaling matches the template');
    violated.push(...(await violationsWith(withoutAction('lambda:InvokeFunction'))));
  }
  expect(violated).toContain('scaling matches the template');
});

test('without the stack name in the name of the composite alarm, a second stack of the app fails', async () => {
  for (const stackName of ['App', 'Other']) synthesizedVersion('plain', stackName);
  await simulate({ seed: 1 }, async (aws) => {
    expect((await new Deployer(aws, 'App', withFixedCompositeName).deploy('plain')).status).toBe('CREATE_COMPLETE');
    const secondStack = await new Deployer(aws, 'Other', withFixedCompositeName).deploy('plain');
    expect(secondStack.events.map(({ reason }) => reason).join()).toContain('EndpointAllTrafficAlarms already exists');
  });
});
