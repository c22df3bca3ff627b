import fc from 'fast-check';
import { ALL_CHANGES, ComponentName, describeVersion, Version } from './versions';

/** The requests that a component receives. */
export type Load = 'none' | 'usual' | 'high';

/** A problem, or another event, that a test injects during a deployment. */
export type Incident =
  | { readonly kind: 'none' }
  /** An operation of CloudFormation on a resource fails, before the request to the service or after its success. */
  | { readonly kind: 'step fails'; readonly number: number; readonly moment: 'before' | 'after' }
  /** The copies with a model that the deployment creates do not start. */
  | { readonly kind: 'new copies do not start'; readonly component: ComponentName }
  | { readonly kind: 'new copies return errors'; readonly component: ComponentName }
  | { readonly kind: 'new copies respond incorrectly'; readonly component: ComponentName }
  /** The new copies respond incorrectly to the smoke test, and from then on also return errors. */
  | { readonly kind: 'new copies fail after the update'; readonly component: ComponentName }
  /** The errors begin 15 minutes before the deployment. */
  | { readonly kind: 'all copies return errors'; readonly component: ComponentName }
  | { readonly kind: 'AWS has no instances' }
  /** The account has no quota for instance types that the endpoint does not have. */
  | { readonly kind: 'the quota is used up' }
  /** SageMaker replaces an instance, and starts its copies again. */
  | { readonly kind: 'an instance is lost'; readonly minute: number }
  | { readonly kind: 'responses are delivered twice' }
  | { readonly kind: 'responses are rejected once' }
  | { readonly kind: 'a response is lost'; readonly number: number }
  /** The first requests of the functions that prepare scaling are throttled. */
  | { readonly kind: 'functions are throttled'; readonly count: number }
  /** The function that prepares scaling is killed before it sends a request, or after it has received the response. */
  | { readonly kind: 'a function is killed'; readonly number: number; readonly moment: 'before' | 'after' }
  | {
      readonly kind: 'the load changes';
      readonly minute: number;
      readonly component: ComponentName;
      readonly load: Load;
    }
  /** Scaling, or a person, changes the number of copies. */
  | {
      readonly kind: 'the copies change';
      readonly minute: number;
      readonly component: ComponentName;
      readonly count: number;
    }
  /** The stack is deleted during its creation. */
  | { readonly kind: 'the stack is deleted'; readonly minute: number };

export type Step =
  | { readonly kind: 'deploy'; readonly version: Version; readonly incident: Incident }
  | { readonly kind: 'time passes'; readonly minutes: number }
  | { readonly kind: 'the load changes'; readonly component: ComponentName; readonly load: Load }
  | { readonly kind: 'the copies change'; readonly component: ComponentName; readonly count: number }
  /** A person deletes the component, so that the stack can only be deleted. */
  | { readonly kind: 'a component is deleted'; readonly component: ComponentName }
  | { readonly kind: 'delete' };

/** A step that deploys a version, by default without an incident. */
export function deploy(version: Version, incident: Incident = { kind: 'none' }): Step {
  return { kind: 'deploy', version, incident };
}

const component = fc.constantFrom<ComponentName>('cat', 'cat', 'dog', 'dog', 'owl', 'lynx');
const load = fc.constantFrom<Load>('none', 'usual', 'high');
const count = fc.integer({ min: 0, max: 4 });
const minute = fc.integer({ min: 0, max: 25 });
const moment = fc.constantFrom('before' as const, 'after' as const);
const version: fc.Arbitrary<Version> = fc.oneof(
  fc.subarray(ALL_CHANGES, { minLength: 0, maxLength: 2 }),
  fc.subarray(ALL_CHANGES, { minLength: 2, maxLength: 6 }),
);

function record<Kind extends string, Fields extends object>(
  kind: Kind,
  fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> },
) {
  return fc.record({ kind: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<{ kind: Kind } & Fields>;
}

const incident: fc.Arbitrary<Incident> = fc.oneof(
  { arbitrary: record('none', {}), weight: 4 },
  { arbitrary: record('step fails', { number: fc.integer({ min: 1, max: 30 }), moment }), weight: 4 },
  record('new copies do not start', { component }),
  record('new copies return errors', { component }),
  record('new copies respond incorrectly', { component }),
  record('new copies fail after the update', { component }),
  record('all copies return errors', { component }),
  record('AWS has no instances', {}),
  record('the quota is used up', {}),
  record('an instance is lost', { minute }),
  record('responses are delivered twice', {}),
  record('responses are rejected once', {}),
  record('a response is lost', { number: fc.integer({ min: 1, max: 12 }) }),
  record('functions are throttled', { count: fc.integer({ min: 1, max: 3 }) }),
  record('a function is killed', { number: fc.integer({ min: 1, max: 12 }), moment }),
  { arbitrary: record('the load changes', { minute, component, load }), weight: 2 },
  { arbitrary: record('the copies change', { minute, component, count }), weight: 2 },
);

const time = (min: number, max: number): fc.Arbitrary<Step> =>
  record('time passes', { minutes: fc.integer({ min, max }) });

/** Scaling reacts to a changed load within this time, or only begins to react. */
const loadAndTime: fc.Arbitrary<Step[]> = fc.tuple(
  record('the load changes', { component, load }),
  fc.oneof(time(1, 10), time(20, 90)),
);

const steps: fc.Arbitrary<Step[]> = fc.oneof(
  { arbitrary: fc.tuple(record('deploy', { version, incident })), weight: 8 },
  { arbitrary: loadAndTime, weight: 4 },
  { arbitrary: fc.tuple(record('the copies change', { component, count }), time(0, 8)), weight: 2 },
  { arbitrary: fc.tuple(record('a component is deleted', { component })), weight: 1 },
  { arbitrary: fc.tuple(record('delete', {})), weight: 1 },
);

/** Random histories: a first deployment and further steps. */
export const histories: fc.Arbitrary<Step[]> = fc
  .tuple(
    record('deploy', {
      version,
      incident: fc.oneof(
        { arbitrary: record('none', {}), weight: 4 },
        record('the stack is deleted', { minute }),
        incident,
      ),
    }),
    fc.array(steps, { minLength: 1, maxLength: 5 }),
  )
  .map(([first, rest]) => [first as Step, ...rest.flat()]);

/** Describes a step in a message. */
export function describeStep(described: Step): string {
  switch (described.kind) {
    case 'deploy':
      return `deploy ${describeVersion(described.version)} (${describe(described.incident)})`;
    default:
      return describe(described);
  }
}

function describe({ kind, ...fields }: Incident | Step): string {
  const values = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return values.length > 0 ? `${kind}, ${values.join(', ')}` : kind;
}
