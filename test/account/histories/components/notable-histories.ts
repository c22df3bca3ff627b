import type { NamedHistory } from '../fixed-defects';
import { deploy, Step } from '../steps';
import { busy, SILENT_ROLLBACK } from './fixed-defects';
import { ComponentsVersion } from './versions';

const ZERO: ComponentsVersion = ['cat scales to zero', 'dog scales to zero', 'the fleet scales to zero'];

/** Both components scale in to zero copies, and the fleet to zero instances. */
const SILENCE: readonly Step[] = [
  { kind: 'the load changes', component: 'cat', load: 'none' },
  { kind: 'the load changes', component: 'dog', load: 'none' },
  { kind: 'time passes', minutes: 90 },
];

/** Histories that random histories rarely contain. */
export const NOTABLE_HISTORIES: readonly NamedHistory[] = [
  {
    title: 'a component receives its first request at zero copies, and its next version at zero copies',
    history: [
      deploy(ZERO),
      ...SILENCE,
      { kind: 'the load changes', component: 'dog', load: 'usual' },
      { kind: 'time passes', minutes: 60 },
      ...SILENCE,
      deploy([...ZERO, 'dog has a different model']),
    ],
  },
  {
    title: 'a fleet without instances moves to a different instance type, and a component starts there',
    history: [
      deploy(ZERO),
      ...SILENCE,
      deploy([...ZERO, 'the instance type is different']),
      { kind: 'the load changes', component: 'cat', load: 'usual' },
      { kind: 'time passes', minutes: 60 },
    ],
  },
  {
    title: 'a new version does not start at zero copies, and the previous version responds later',
    history: [
      deploy(ZERO),
      ...SILENCE,
      deploy([...ZERO, 'dog has a different model'], { kind: 'new version does not start', component: 'dog' }),
      { kind: 'the load changes', component: 'dog', load: 'usual' },
      { kind: 'time passes', minutes: 60 },
    ],
  },
  {
    title: 'a new version does not start while the component has many copies',
    history: [
      deploy([]),
      ...busy('dog', 30),
      deploy(['dog has a different model'], { kind: 'new version does not start', component: 'dog' }),
    ],
  },
  {
    title: 'new copies return errors while the component has many copies, and CloudFormation ignores the rollback',
    history: [
      deploy([]),
      ...busy('dog', 30),
      deploy(['dog has a different model'], { kind: 'new version returns errors', component: 'dog' }),
    ],
    switches: SILENT_ROLLBACK,
  },
  {
    title: 'the load of one component rises while both are updated',
    history: [
      deploy([]),
      deploy(['cat has a different model', 'dog has a different model'], {
        kind: 'the load changes',
        minute: 3,
        component: 'dog',
        load: 'high',
      }),
    ],
  },
  {
    title: 'the fleet starts an instance while the endpoint is updated',
    history: [
      deploy([]),
      ...busy('dog', 0),
      deploy(['the fleet is larger'], { kind: 'the load changes', minute: 0, component: 'cat', load: 'high' }),
    ],
  },
  {
    title: 'a stack is deleted while the fleet starts an instance',
    history: [deploy([]), ...busy('dog', 0), ...busy('cat', 5), { kind: 'delete' }],
    switches: { 'cloudformation.endpoint-waits-for-scaling': false },
  },
  {
    title: 'an update has no room for a larger reservation, and CloudFormation ignores the rollback',
    history: [
      deploy(['cat has one copy', 'the fleet has one instance']),
      ...busy('dog', 40),
      deploy(['dog reserves more memory', 'cat has one copy', 'the fleet has one instance']),
    ],
    switches: SILENT_ROLLBACK,
  },
  {
    title: 'components and the endpoint are renamed, removed and added',
    history: [
      deploy(['cat has three copies']),
      deploy(['owl is added', 'cat is renamed']),
      deploy(['owl is added', 'cat is removed', 'the endpoint is renamed']),
      deploy([]),
    ],
  },
];
