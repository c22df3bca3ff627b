import fc from 'fast-check';
import { Family, Version, VERSIONS } from './versions';

/** What goes wrong during a deployment. */
export type Mishap =
  | { readonly kind: 'nothing' }
  /** A step of CloudFormation with a resource fails: before the service was asked, or after it has done it. */
  | { readonly kind: 'step fails'; readonly number: number; readonly moment: 'before' | 'after' }
  | { readonly kind: 'new fleet does not start' }
  /** Of a type that the old fleet does not have. */
  | { readonly kind: 'new fleet finds no instances' }
  | { readonly kind: 'new fleet exceeds the quota' }
  | { readonly kind: 'new fleet answers with errors' }
  | { readonly kind: 'new fleet answers wrongly' }
  /** It does so from a quarter of an hour before the deployment on. */
  | { readonly kind: 'old fleet answers with errors' }
  /** None, until the deployment has ended. */
  | { readonly kind: 'no requests arrive' }
  /** More requests than the fleet should have, from the third minute of the deployment until it has ended. */
  | { readonly kind: 'load rises' }
  /** SageMaker does not describe the endpoint to it, until the deployment has ended. */
  | { readonly kind: 'the probe is throttled' }
  /** The container of a job ends with a sentence. */
  /** On an instance type, or on all. */
  | { readonly kind: 'build fails'; readonly message: string; readonly on?: string }
  | { readonly kind: 'build finds no instance' }
  | { readonly kind: 'build has no quota' }
  | { readonly kind: 'builds have a quota of one' }
  | { readonly kind: 'build takes hours'; readonly hours: number }
  /** So many requests of the function that builds are throttled. */
  | { readonly kind: 'requests of builds are throttled'; readonly count: number }
  /** A function ends at one of its requests, before it is sent or after it was answered. */
  | { readonly kind: 'function that builds is killed'; readonly number: number; readonly moment: 'before' | 'after' }
  | { readonly kind: 'responses arrive twice' }
  | { readonly kind: 'responses are refused once' }
  | { readonly kind: 'a response is lost'; readonly number: number }
  | { readonly kind: 'scaling changes the count'; readonly minute: number; readonly count: number }
  /** Of an asynchronous endpoint. */
  | { readonly kind: 'requests are queued'; readonly minute: number; readonly count: number };

export type Step =
  | { readonly kind: 'deploy'; readonly version: Version; readonly mishap: Mishap }
  | { readonly kind: 'time passes'; readonly minutes: number }
  /** In which nobody does anything. */
  | { readonly kind: 'days pass'; readonly days: number }
  | { readonly kind: 'scaling changes the count'; readonly count: number }
  /** Of an asynchronous endpoint; their responses have to be there after the next deployment, and when the stack is deleted. */
  | { readonly kind: 'requests are queued'; readonly count: number }
  | { readonly kind: 'delete' };

/** A deployment of a version, by default without a mishap. */
export function deploy(version: Version, mishap: Mishap = { kind: 'nothing' }): Step {
  return { kind: 'deploy', version, mishap };
}

const constant = <Kind extends string>(kind: Kind): fc.Arbitrary<{ kind: Kind }> => fc.constant({ kind });

/** What metrics of requests, or the probe, notice. */
const REQUEST_MISHAPS: fc.Arbitrary<Mishap>[] = [
  constant('new fleet answers with errors'),
  constant('old fleet answers with errors'),
  constant('load rises'),
  constant('no requests arrive'),
  constant('the probe is throttled'),
];

const minute = fc.integer({ min: 0, max: 12 });

const QUEUE_MISHAPS: fc.Arbitrary<Mishap>[] = [
  fc.record({ kind: fc.constant('requests are queued' as const), minute, count: fc.integer({ min: 1, max: 20 }) }),
];

function mishapOf(family: Family): fc.Arbitrary<Mishap> {
  return fc.oneof(
    { arbitrary: constant('nothing'), weight: 4 },
    {
      arbitrary: fc.record({
        kind: fc.constant('step fails' as const),
        number: fc.integer({ min: 1, max: 25 }),
        moment: fc.constantFrom('before' as const, 'after' as const),
      }),
      weight: 5,
    },
    constant('new fleet does not start'),
    constant('new fleet finds no instances'),
    constant('new fleet exceeds the quota'),
    constant('new fleet answers wrongly'),
    ...(family === 'asynchronous' ? QUEUE_MISHAPS : REQUEST_MISHAPS),
    constant('responses arrive twice'),
    constant('responses are refused once'),
    fc.record({ kind: fc.constant('a response is lost' as const), number: fc.integer({ min: 1, max: 4 }) }),
    fc.record({
      kind: fc.constant('scaling changes the count' as const),
      minute,
      count: fc.integer({ min: 2, max: 6 }),
    }),
  );
}

const queued = fc.record({
  kind: fc.constant('requests are queued' as const),
  count: fc.integer({ min: 1, max: 20 }),
});

function stepOf(family: Family): fc.Arbitrary<Step> {
  return fc.oneof(
    {
      arbitrary: fc.record({
        kind: fc.constant('deploy' as const),
        version: fc.constantFrom(...VERSIONS[family]),
        mishap: mishapOf(family),
      }),
      weight: 6,
    },
    {
      arbitrary: fc.record({ kind: fc.constant('time passes' as const), minutes: fc.integer({ min: 1, max: 90 }) }),
      weight: 1,
    },
    {
      arbitrary: fc.record({
        kind: fc.constant('scaling changes the count' as const),
        count: fc.integer({ min: 2, max: 6 }),
      }),
      weight: 1,
    },
    { arbitrary: constant('delete'), weight: 1 },
    ...(family === 'asynchronous' ? [{ arbitrary: queued, weight: 3 }] : []),
  );
}

/** A first deployment, then anything. A family that is named more often is drawn more often. */
export function historyOf(families: readonly Family[]): fc.Arbitrary<Step[]> {
  return fc.constantFrom(...families).chain((family) =>
    fc
      .tuple(
        fc.record({
          kind: fc.constant('deploy' as const),
          version: fc.constantFrom(...VERSIONS[family]),
          mishap: fc.oneof({ arbitrary: constant('nothing'), weight: 5 }, { arbitrary: mishapOf(family), weight: 1 }),
        }),
        fc.array(stepOf(family), { minLength: 1, maxLength: 4 }),
      )
      .map(([first, rest]) => [first, ...rest]),
  );
}

/** A step in a sentence. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'deploy':
      return `deploy "${step.version}"${describeMishap(step.mishap)}`;
    case 'time passes':
      return `${step.minutes} minutes pass`;
    case 'days pass':
      return `${step.days} days pass`;
    case 'scaling changes the count':
      return `scaling sets the first variant to ${step.count} instances`;
    case 'requests are queued':
      return `${step.count} requests are queued`;
    case 'delete':
      return 'delete the stack';
  }
}

function describeMishap(mishap: Mishap): string {
  switch (mishap.kind) {
    case 'nothing':
      return '';
    case 'step fails':
      return `, and CloudFormation's step ${mishap.number} fails ${mishap.moment} it was done`;
    case 'a response is lost':
      return `, and the response number ${mishap.number} of a custom resource is lost`;
    case 'scaling changes the count':
      return `, and after ${mishap.minute} minutes scaling sets the first variant to ${mishap.count} instances`;
    case 'requests are queued':
      return `, and after ${mishap.minute} minutes ${mishap.count} requests are queued`;
    case 'build fails':
      return `, and the build fails: ${mishap.message}`;
    case 'build takes hours':
      return `, and the build takes ${mishap.hours} hours`;
    case 'requests of builds are throttled':
      return `, and ${mishap.count} requests of the function that builds are throttled`;
    case 'function that builds is killed':
      return `, and the function that builds is killed ${mishap.moment} its request ${mishap.number}`;
    default:
      return `, and ${mishap.kind}`;
  }
}
