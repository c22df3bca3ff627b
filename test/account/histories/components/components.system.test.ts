import { Switches } from '../../behavior';
import type { Invariant } from '../invariant';
import { Reversal } from '../reversals';
import { findViolationIn } from '../find-violation';
import { busy, FIXED_DEFECTS, SILENT_ROLLBACK } from './fixed-defects';
import {
  withFixedComponentIds,
  withoutComponentRelease,
  withoutInstanceScaling,
  withoutRestoredVersions,
  withoutVersionChecks,
} from './reversals';
import { runHistory } from './run-history';
import { deploy, histories, Step } from './steps';

describe('histories of fixed defects', () => {
  test.each(FIXED_DEFECTS)('$title', async ({ history, seed = 1, switches }) => {
    expect((await runHistory(history, { seed, switches })).violations).toEqual([]);
  });
});

test('random histories violate no invariant', async () => {
  expect(await findViolationIn(histories, runHistory, { numRuns: 3 })).toBeUndefined();
});

interface Case {
  /** What the changed template lacks. */
  readonly defect: string;
  readonly reversal: Reversal;
  readonly history: readonly Step[];
  readonly seed?: number;
  readonly switches?: Switches;
  /** An invariant that the history violates without the fix. */
  readonly invariant: Invariant;
}

const NEW_MODEL_OF_DOG = deploy(['dog has a different model']);
const FAILING_AFTER_UPDATE = deploy(['dog has a different model'], {
  kind: 'new copies fail after the update',
  component: 'dog',
});

/** For parts of the template: a change of the template that removes the part (a reversal), and a history that then violates an invariant. */
const CASES: readonly Case[] = [
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
    history: [deploy([]), deploy(['dog has a different model'], { kind: 'new copies do not start', component: 'dog' })],
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

describe.each(CASES)('$defect', ({ reversal, history, seed = 1, switches, invariant }) => {
  test(`violates "${invariant}"`, async () => {
    const { violations } = await runHistory(history, { seed, switches, reversal });
    expect(violations.map((violation) => violation.invariant)).toContain(invariant);
  });

  test('does not happen with the template of the library', async () => {
    expect((await runHistory(history, { seed, switches })).violations).toEqual([]);
  });
});
