import { Switches } from '../../behavior';
import type { NamedHistory } from '../fixed-defects';
import { deploy, Step } from '../steps';
import { ComponentName } from './versions';

/** With this position of the switch, CloudFormation reports success if SageMaker has rolled back the update of a component. */
export const SILENT_ROLLBACK: Switches = { 'cloudformation.rolled-back-component-fails': false };

/** Steps after which a component has more copies, or in the first minutes of which the fleet starts an instance for them. */
export function busy(component: ComponentName, minutes: number): Step[] {
  return [
    { kind: 'the load changes', component, load: 'high' },
    { kind: 'time passes', minutes },
  ];
}

/** Histories that violated an invariant before a defect of the library was fixed. */
export const FIXED_DEFECTS_OF_COMPONENTS: readonly NamedHistory[] = [
  {
    title: 'a rollback restores the previous version although the copies of the new version have triggered the alarms',
    history: [
      deploy([]),
      ...busy('dog', 30),
      deploy(['dog has a different model'], { kind: 'new copies fail after the update', component: 'dog' }),
    ],
  },
  {
    title:
      'a rollback under alarms also restores the previous version if CloudFormation ignores rollbacks of SageMaker',
    history: [
      deploy([]),
      deploy(['dog has a different model'], { kind: 'new copies fail after the update', component: 'dog' }),
    ],
    switches: SILENT_ROLLBACK,
  },
  {
    title: 'without a smoke test, a version that SageMaker rolls back fails the deployment',
    history: [
      deploy(['there is no smoke test']),
      deploy(['dog has a different model', 'there is no smoke test'], {
        kind: 'new version does not start',
        component: 'dog',
      }),
    ],
    switches: SILENT_ROLLBACK,
  },
  {
    title: 'a deployment fails if the fleet has no room for the copies of a component that does not scale',
    history: [
      deploy(['cat has one copy', 'the fleet has one instance']),
      ...busy('dog', 40),
      deploy(['cat has three copies', 'the fleet has one instance']),
    ],
    switches: { ...SILENT_ROLLBACK, 'cloudformation.component-updates-repeat-the-specification': false },
  },
  {
    title: 'a component that no longer scales keeps its copies above the old maximum during the clean-up',
    history: [deploy([]), deploy(['cat has three copies'])],
    seed: 5,
  },
  {
    title: 'a reservation that SageMaker returns as a 32-bit float does not look like a rollback',
    history: [deploy(['dog reserves 0.3 cores']), deploy(['dog reserves 0.3 cores', 'dog has a different model'])],
  },
  {
    title: 'if SageMaker rejects the endpoint, no files are published later that prevent the deletion of the bucket',
    history: [deploy([], { kind: 'the quota is used up' })],
    seed: 3,
    switches: { 'cloudformation.waits-for-iam': false },
  },
];
