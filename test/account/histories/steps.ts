import fc from 'fast-check';
import { Family, Version, VERSIONS } from './versions';

/** A problem, or other event, that a test injects during a deployment. */
export type Incident =
  | { readonly kind: 'none' }
  /** An operation of CloudFormation on a resource fails, before the request to the service or after its success. */
  | { readonly kind: 'step fails'; readonly number: number; readonly moment: 'before' | 'after' }
  | { readonly kind: 'new fleet does not start' }
  /** There is no capacity for instance types that the old fleet does not have. */
  | { readonly kind: 'new fleet finds no capacity' }
  | { readonly kind: 'new fleet exceeds the quota' }
  | { readonly kind: 'new fleet returns errors' }
  | { readonly kind: 'new fleet returns wrong responses' }
  /** The errors begin 15 minutes before the deployment. */
  | { readonly kind: 'old fleet returns errors' }
  /** No requests arrive until the end of the deployment. */
  | { readonly kind: 'no requests arrive' }
  /** The load exceeds the target of scaling from the third minute to the end of the deployment. */
  | { readonly kind: 'load rises' }
  /** DescribeEndpoint requests of the probe are throttled until the end of the deployment, except while a smoke test runs. */
  | { readonly kind: 'the probe is throttled' }
  /** The build fails with a message, either on one instance type (`on`) or on all. */
  | { readonly kind: 'build fails'; readonly message: string; readonly on?: string }
  | { readonly kind: 'build finds no capacity' }
  | { readonly kind: 'build has no quota' }
  | { readonly kind: 'builds have a quota of one' }
  | { readonly kind: 'build takes hours'; readonly hours: number }
  /** The first requests of the build function are throttled. */
  | { readonly kind: 'build requests are throttled'; readonly count: number }
  /** The build function is killed before it sends the request with this number, or after it has received the response. */
  | { readonly kind: 'build function is killed'; readonly number: number; readonly moment: 'before' | 'after' }
  | { readonly kind: 'responses are delivered twice' }
  | { readonly kind: 'responses are rejected once' }
  | { readonly kind: 'a response is lost'; readonly number: number }
  | { readonly kind: 'scaling changes the count'; readonly minute: number; readonly count: number }
  /** For asynchronous endpoints: clients send requests during the deployment, after some minutes. */
  | { readonly kind: 'requests are queued'; readonly minute: number; readonly count: number };

/** A step of a history, which is a sequence of deployments and other events. */
export type Step =
  | { readonly kind: 'deploy'; readonly version: Version; readonly incident: Incident }
  | { readonly kind: 'time passes'; readonly minutes: number }
  | { readonly kind: 'scaling changes the count'; readonly count: number }
  /**
   * For asynchronous endpoints: clients send requests. The responses must exist after the next deployment, or before the stack is deleted.
   */
  | { readonly kind: 'requests are queued'; readonly count: number }
  | { readonly kind: 'delete' };

/** A step that deploys a version, by default without an incident. */
export function deploy(version: Version, incident: Incident = { kind: 'none' }): Step {
  return { kind: 'deploy', version, incident };
}

const withKind = <Kind extends string>(kind: Kind): fc.Arbitrary<{ kind: Kind }> => fc.constant({ kind });

/** Incidents that concern the requests of clients or the probe. Not for asynchronous endpoints. */
const REQUEST_INCIDENTS: fc.Arbitrary<Incident>[] = [
  withKind('new fleet returns errors'),
  withKind('old fleet returns errors'),
  withKind('load rises'),
  withKind('no requests arrive'),
  withKind('the probe is throttled'),
];

const incidentMinute = fc.integer({ min: 0, max: 12 });

const QUEUE_INCIDENTS: fc.Arbitrary<Incident>[] = [
  fc.record({
    kind: fc.constant('requests are queued' as const),
    minute: incidentMinute,
    count: fc.integer({ min: 1, max: 20 }),
  }),
];

function incidentOf(family: Family): fc.Arbitrary<Incident> {
  return fc.oneof(
    { arbitrary: withKind('none'), weight: 4 },
    {
      arbitrary: fc.record({
        kind: fc.constant('step fails' as const),
        number: fc.integer({ min: 1, max: 25 }),
        moment: fc.constantFrom('before' as const, 'after' as const),
      }),
      weight: 5,
    },
    withKind('new fleet does not start'),
    withKind('new fleet finds no capacity'),
    withKind('new fleet exceeds the quota'),
    withKind('new fleet returns wrong responses'),
    ...(family === 'asynchronous' ? QUEUE_INCIDENTS : REQUEST_INCIDENTS),
    withKind('responses are delivered twice'),
    withKind('responses are rejected once'),
    fc.record({ kind: fc.constant('a response is lost' as const), number: fc.integer({ min: 1, max: 4 }) }),
    fc.record({
      kind: fc.constant('scaling changes the count' as const),
      minute: incidentMinute,
      count: fc.integer({ min: 2, max: 6 }),
    }),
  );
}

const queueRequests = fc.record({
  kind: fc.constant('requests are queued' as const),
  count: fc.integer({ min: 1, max: 20 }),
});

function stepOf(family: Family): fc.Arbitrary<Step> {
  return fc.oneof(
    {
      arbitrary: fc.record({
        kind: fc.constant('deploy' as const),
        version: fc.constantFrom(...VERSIONS[family]),
        incident: incidentOf(family),
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
    { arbitrary: withKind('delete'), weight: 1 },
    ...(family === 'asynchronous' ? [{ arbitrary: queueRequests, weight: 3 }] : []),
  );
}

/** Generates random histories: a first deployment and further steps. A family that is listed several times is selected more often. */
export function historyOf(families: readonly Family[]): fc.Arbitrary<Step[]> {
  return fc.constantFrom(...families).chain((family) =>
    fc
      .tuple(
        fc.record({
          kind: fc.constant('deploy' as const),
          version: fc.constantFrom(...VERSIONS[family]),
          incident: fc.oneof({ arbitrary: withKind('none'), weight: 5 }, { arbitrary: incidentOf(family), weight: 1 }),
        }),
        fc.array(stepOf(family), { minLength: 1, maxLength: 4 }),
      )
      .map(([first, rest]) => [first, ...rest]),
  );
}

/** Describes a step in a message. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'deploy':
      return `deploy "${step.version}"${describeIncident(step.incident)}`;
    case 'time passes':
      return `${step.minutes} minutes pass`;
    case 'scaling changes the count':
      return `scaling sets the first variant to ${step.count} instances`;
    case 'requests are queued':
      return `${step.count} requests are queued`;
    case 'delete':
      return 'delete the stack';
  }
}

function describeIncident(incident: Incident): string {
  switch (incident.kind) {
    case 'none':
      return '';
    case 'step fails':
      return `, and CloudFormation's step ${incident.number} fails ${incident.moment} it was done`;
    case 'a response is lost':
      return `, and the response number ${incident.number} of a custom resource is lost`;
    case 'scaling changes the count':
      return `, and after ${incident.minute} minutes scaling sets the first variant to ${incident.count} instances`;
    case 'requests are queued':
      return `, and after ${incident.minute} minutes ${incident.count} requests are queued`;
    case 'build fails':
      return `, and the build fails: ${incident.message}`;
    case 'build takes hours':
      return `, and the build takes ${incident.hours} hours`;
    case 'build requests are throttled':
      return `, and ${incident.count} requests of the function that builds are throttled`;
    case 'build function is killed':
      return `, and the function that builds is killed ${incident.moment} its request ${incident.number}`;
    default:
      return `, and ${incident.kind}`;
  }
}
