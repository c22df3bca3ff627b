import fc from 'fast-check';
import { Duration, Stack } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { FleetShare, InstanceType, Scaling, TritonRealtimeEndpointProps, UpdateStrategy } from '../../../../lib';
import { Switches } from '../../behavior';
import type { Step } from '../../cloudformation/cloudformation';
import { destroy } from '../../cloudformation/deploy';
import { simulate } from '../../simulation';
import { describeSwitches, switchPositions } from '../assumptions';
import { unexpectedDenials } from '../expected-denials';
import { allResources } from '../invariants';
import { sharedNetwork } from '../network';
import type { SynthesizedStack } from '../synthesize';
import { libraryApp } from './apps';
import {
  createLegacyEndpoint,
  describeEndpoint,
  describeScaling,
  LEGACY,
  LEGACY_ACTION,
  LEGACY_POLICY,
  scaleLegacyEndpoint,
} from './legacy-endpoint';
import { STACK, Takeover } from './takeover';
import { runs } from '../../../setup/proof';

/** Lambda writes the last log lines of a function after its response, when a rollback may already have deleted its role. */
const LAST_LINE_DENIALS = /\(lambda\.amazonaws\.com\) may not logs:(CreateLogStream|PutLogEvents) /;

const TWO_INSTANCES = { scaling: Scaling.none(), instanceCount: 2 };

/** The apps, by what differs from the endpoint that they take over. */
const PROPS: Readonly<Record<string, (stack: Stack) => Partial<TritonRealtimeEndpointProps>>> = {
  'the model': () => ({}),
  'the instance type': () => ({ instanceType: InstanceType.G5_XLARGE, ...TWO_INSTANCES }),
  'no scaling': () => TWO_INSTANCES,
  'the same metric': () => ({
    scaling: Scaling.invocationsPerInstance({ invocationsPerSecond: 1, minCapacity: 2, maxCapacity: 6 }),
  }),
  rolling: () => ({ updateStrategy: UpdateStrategy.rolling({ maximumBatchSize: FleetShare.percent(50) }) }),
  canary: () => ({
    updateStrategy: UpdateStrategy.canary({ size: FleetShare.percent(50), bakeTime: Duration.minutes(10) }),
  }),
  'a network': sharedNetwork,
  // The instance type must support a KMS key.
  'a key': (stack) => ({
    encryptionKey: new Key(stack, 'Key'),
    instanceType: InstanceType.G7_2XLARGE,
    ...TWO_INSTANCES,
  }),
};
const APPS = Object.fromEntries(Object.entries(PROPS).map(([name, props]) => [name, libraryApp(props)]));

interface History {
  readonly app: string;
  readonly scales: boolean;
  readonly seed: number;
  readonly switches: Switches;
  /** The resource whose creation or update fails, by its position in the template. Undefined if nothing fails. */
  readonly failing?: number;
  readonly moment: Step['moment'];
}

const histories: fc.Arbitrary<History> = fc.record({
  app: fc.constantFrom(...Object.keys(APPS)),
  scales: fc.boolean(),
  seed: fc.nat(1_000_000),
  switches: switchPositions.map((switches) => ({ ...switches, 'cloudformation.endpoints-can-be-imported': true })),
  failing: fc.option(fc.nat(1_000), { nil: undefined }),
  moment: fc.constantFrom('before', 'after'),
});

/** Runs a takeover. Returns the violated expectations. */
async function violationsOf({ app: name, scales, seed, switches, failing, moment }: History): Promise<string[]> {
  const app: SynthesizedStack = APPS[name];
  const ids = Object.keys(app.template.Resources);
  const failingId = failing === undefined ? undefined : ids[failing % ids.length];
  return simulate({ seed, switches }, async (aws) => {
    const violations: string[] = [];
    const check = (condition: boolean, message: string): void => void (condition || violations.push(message));
    const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
    await createLegacyEndpoint(aws);
    if (scales) await scaleLegacyEndpoint(aws);
    const scaling = await describeScaling(aws);
    const takeover = new Takeover(aws, app);
    const resources = allResources(aws);
    const imported = await takeover.import();
    check(imported.status === 'IMPORT_COMPLETE', `${imported.status} after the import`);
    aws.cloudformation.injectFailure = (step) =>
      step.logicalId === failingId && step.phase === 'forward' && step.moment === moment ? 'injected' : undefined;
    const { status, reason } = await takeover.deploy();
    aws.cloudformation.injectFailure = () => undefined;
    check(takeover.hasAlwaysServed, 'the endpoint did not always serve');
    const endpoint = (await describeEndpoint(aws)) as { status: string; config: string };
    check(endpoint.status === 'InService', `the endpoint is ${endpoint.status}`);
    if (failingId === undefined) {
      check(status === 'UPDATE_COMPLETE', `${status}: ${reason}`);
      check(endpoint.config !== LEGACY, 'the old version serves');
    } else {
      check(status === 'UPDATE_ROLLBACK_COMPLETE', `${status}: ${reason}`);
      check(endpoint.config === LEGACY, `${endpoint.config} serves after the rollback`);
      const scalingAfter = await describeScaling(aws);
      check(
        same(scalingAfter, scaling),
        `scaling is ${JSON.stringify(scalingAfter)} instead of ${JSON.stringify(scaling)}`,
      );
      for (const { resource, reason: cause } of aws.cloudformation.abandoned)
        violations.push(`${resource.logicalId} could not be cleaned up: ${cause}`);
      const { status: secondStatus, reason: secondReason } = await takeover.deploy();
      check(secondStatus === 'UPDATE_COMPLETE', `the second deployment: ${secondStatus}: ${secondReason}`);
    }
    const scalingAfter = JSON.stringify((await describeScaling(aws)) ?? {});
    check(
      !scalingAfter.includes(LEGACY_POLICY) && !scalingAfter.includes(LEGACY_ACTION),
      `the old scaling remains: ${scalingAfter}`,
    );
    const { status: deletion } = await destroy(aws.cloudformation, STACK);
    check(deletion === 'DELETE_COMPLETE', deletion);
    await aws.account.sleep(3 * 3_600_000);
    const added = allResources(aws).filter(
      (each) => !resources.includes(each) && !/^bucket cdk-|\/failed-deployments\//.test(each),
    );
    violations.push(
      ...added.map((each) => `${each} remains`),
      ...unexpectedDenials(aws.account.denials).filter((each) => !LAST_LINE_DENIALS.test(each)),
    );
    return violations;
  });
}

test('a takeover ends with the new version, or with the old version and its scaling', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const violations = await violationsOf(history);
      if (violations.length > 0)
        throw new Error([JSON.stringify(history), describeSwitches(history.switches), ...violations].join('\n'));
    }),
    { numRuns: runs(20, 3) },
  );
});
