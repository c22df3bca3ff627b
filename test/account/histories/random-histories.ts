import fc from 'fast-check';
import { ALL_CHANGES, ComponentName } from './components/versions';
import { Incident, Load, Step } from './steps';
import { Family, Version, VERSIONS } from './versions';

const component = fc.constantFrom<ComponentName>('cat', 'cat', 'dog', 'dog', 'owl', 'lynx');
const load = fc.constantFrom<Load>('none', 'usual', 'high');
const moment = fc.constantFrom('before' as const, 'after' as const);

function integer(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min, max });
}

function record<Kind extends string, Fields extends object>(
  kind: Kind,
  fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> } = {} as never,
) {
  return fc.record({ kind: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<{ kind: Kind } & Fields>;
}

/** A kind of steps, and how often it is selected. */
type Weighted<T> = fc.WeightedArbitrary<T> | fc.Arbitrary<T>;

/** The incidents, versions and steps of a family. */
interface Choices {
  readonly version: fc.Arbitrary<Version>;
  readonly incidents: Weighted<Incident>[];
  readonly firstIncidents: Weighted<Incident>[];
  /** Steps other than deployments and deletions. */
  readonly steps: Weighted<Step[]>[];
  readonly deployments: number;
  readonly maxSteps: number;
}

const time = (min: number, max: number): fc.Arbitrary<Step> => record('time passes', { minutes: integer(min, max) });

const RESPONSES: fc.Arbitrary<Incident>[] = [
  record('responses are delivered twice'),
  record('responses are rejected once'),
];

/** Incidents that concern the requests of clients or the probe. Not for asynchronous endpoints. */
const REQUESTS: fc.Arbitrary<Incident>[] = [
  record('new version returns errors'),
  record('old version returns errors'),
  record('load rises'),
  record('no requests arrive'),
  record('the probe is throttled'),
];

/** Stacks with one model or several variants, whose instances the deployment replaces. */
function fleets(family: Exclude<Family, 'components'>): Choices {
  const incidents: Weighted<Incident>[] = [
    { arbitrary: record('none'), weight: 4 },
    { arbitrary: record('step fails', { number: integer(1, 25), moment }), weight: 5 },
    record('new version does not start'),
    record('new fleet finds no capacity'),
    record('the quota is used up'),
    record('new version returns wrong responses'),
    ...(family === 'asynchronous'
      ? [record('requests are queued', { minute: integer(0, 12), count: integer(1, 20) })]
      : REQUESTS),
    ...RESPONSES,
    record('a response is lost', { number: integer(1, 4) }),
    record('the count changes', { minute: integer(0, 12), count: integer(2, 6) }),
  ];
  const queue: Weighted<Step[]> = {
    arbitrary: fc.tuple(record('requests are queued', { count: integer(1, 20) })),
    weight: 3,
  };
  return {
    version: fc.constantFrom(...VERSIONS[family]),
    incidents,
    firstIncidents: [{ arbitrary: record('none'), weight: 5 }, fc.oneof(...incidents)],
    steps: [
      fc.tuple(time(1, 90)),
      fc.tuple(record('the count changes', { count: integer(2, 6) })),
      ...(family === 'asynchronous' ? [queue] : []),
    ],
    deployments: 6,
    maxSteps: 4,
  };
}

const minute = integer(0, 25);
const COMPONENT_INCIDENTS: Weighted<Incident>[] = [
  { arbitrary: record('none'), weight: 4 },
  { arbitrary: record('step fails', { number: integer(1, 30), moment }), weight: 4 },
  record('new version does not start', { component }),
  record('new version returns errors', { component }),
  record('new version returns wrong responses', { component }),
  record('new copies fail after the update', { component }),
  record('old version returns errors', { component }),
  record('AWS has no instances'),
  record('the quota is used up'),
  record('an instance is lost', { minute }),
  ...RESPONSES,
  record('a response is lost', { number: integer(1, 12) }),
  record('functions are throttled', { count: integer(1, 3) }),
  record('a function is killed', { number: integer(1, 12), moment }),
  { arbitrary: record('the load changes', { minute, component, load }), weight: 2 },
  { arbitrary: record('the count changes', { minute, component, count: integer(0, 4) }), weight: 2 },
];

/** Stacks whose models share instances. */
const COMPONENTS: Choices = {
  version: fc.oneof(
    fc.subarray(ALL_CHANGES, { minLength: 0, maxLength: 2 }),
    fc.subarray(ALL_CHANGES, { minLength: 2, maxLength: 6 }),
  ),
  incidents: COMPONENT_INCIDENTS,
  firstIncidents: [
    { arbitrary: record('none'), weight: 4 },
    record('the stack is deleted', { minute }),
    fc.oneof(...COMPONENT_INCIDENTS),
  ],
  steps: [
    // Scaling reacts to a changed load within this time, or only begins to react.
    {
      arbitrary: fc.tuple(record('the load changes', { component, load }), fc.oneof(time(1, 10), time(20, 90))),
      weight: 4,
    },
    { arbitrary: fc.tuple(record('the count changes', { component, count: integer(0, 4) }), time(0, 8)), weight: 2 },
    fc.tuple(record('a component is deleted', { component })),
  ],
  deployments: 8,
  maxSteps: 5,
};

/** Generates random histories: a first deployment and further steps. A family that is listed several times is selected more often. */
export function historyOf(families: readonly Family[]): fc.Arbitrary<Step[]> {
  return fc.constantFrom(...families).chain((family) => {
    const choices = family === 'components' ? COMPONENTS : fleets(family);
    const { version, incidents, firstIncidents, steps, deployments, maxSteps } = choices;
    const deployment = (incident: Weighted<Incident>[]): fc.Arbitrary<Step> =>
      record('deploy', { version, incident: fc.oneof(...incident) });
    const further: fc.Arbitrary<Step[]> = fc.oneof(
      { arbitrary: fc.tuple(deployment(incidents)), weight: deployments },
      ...steps,
      fc.tuple(record('delete') as fc.Arbitrary<Step>),
    );
    return fc
      .tuple(deployment(firstIncidents), fc.array(further, { minLength: 1, maxLength: maxSteps }))
      .map(([first, rest]) => [first, ...rest.flat()]);
  });
}
