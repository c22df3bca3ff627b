import { ComponentName } from './components/versions';
import { describeVersion, Version } from './versions';

/** The requests that an inference component receives. */
export type Load = 'none' | 'usual' | 'high';

/** For an endpoint with inference components: the component that the incident or step affects. Otherwise, it affects the whole fleet. */
interface Affected {
  readonly component?: ComponentName;
}

/** A problem, or another event, that a test injects during a deployment. */
export type Incident =
  | { readonly kind: 'none' }
  /** An operation of CloudFormation on a resource fails, before the request to the service or after its success. */
  | { readonly kind: 'step fails'; readonly number: number; readonly moment: 'before' | 'after' }
  /** The new version of the fleet, or of a component, which the deployment starts. */
  | ({ readonly kind: 'new version does not start' } & Affected)
  | ({ readonly kind: 'new version returns errors' } & Affected)
  | ({ readonly kind: 'new version returns wrong responses' } & Affected)
  /** The copies of a new version respond incorrectly to the smoke test, and from then on also return errors. */
  | { readonly kind: 'new copies fail after the update'; readonly component: ComponentName }
  /** The old fleet, or all copies of a component. The errors begin 15 minutes before the deployment. */
  | ({ readonly kind: 'old version returns errors' } & Affected)
  /** There is no capacity for instance types that the old fleet does not have. */
  | { readonly kind: 'new fleet finds no capacity' }
  /** There is no capacity for any instance. */
  | { readonly kind: 'AWS has no instances' }
  /** The account has no quota for instance types that the old fleet does not have. */
  | { readonly kind: 'the quota is used up' }
  /** SageMaker replaces an instance, and starts its copies again. */
  | { readonly kind: 'an instance is lost'; readonly minute: number }
  /** No requests arrive until the end of the deployment. */
  | { readonly kind: 'no requests arrive' }
  /** The load exceeds the target of scaling from the third minute to the end of the deployment. */
  | { readonly kind: 'load rises' }
  | {
      readonly kind: 'the load changes';
      readonly minute: number;
      readonly component: ComponentName;
      readonly load: Load;
    }
  /** DescribeEndpoint requests of the probe are throttled until the end of the deployment, except while a smoke test runs. */
  | { readonly kind: 'the probe is throttled' }
  /** The build fails with a message, either on one instance type (`on`) or on all. */
  | { readonly kind: 'build fails'; readonly message: string; readonly on?: string }
  | { readonly kind: 'build finds no capacity' }
  | { readonly kind: 'build has no quota' }
  | { readonly kind: 'builds have a quota of one' }
  | { readonly kind: 'build takes hours'; readonly hours: number }
  /** The first requests of the functions that start builds or prepare scaling are throttled. */
  | { readonly kind: 'functions are throttled'; readonly count: number }
  /** One of these functions is killed before it sends the request with this number, or after it has received the response. */
  | { readonly kind: 'a function is killed'; readonly number: number; readonly moment: 'before' | 'after' }
  | { readonly kind: 'responses are delivered twice' }
  | { readonly kind: 'responses are rejected once' }
  | { readonly kind: 'a response is lost'; readonly number: number }
  /** Scaling, or a person, changes the number of instances of the first variant, or of copies of a component. */
  | ({ readonly kind: 'the count changes'; readonly minute: number; readonly count: number } & Affected)
  /** For asynchronous endpoints: clients send requests during the deployment, after some minutes. */
  | { readonly kind: 'requests are queued'; readonly minute: number; readonly count: number }
  /** The stack is deleted during its creation. */
  | { readonly kind: 'the stack is deleted'; readonly minute: number };

/** A step of a history, which is a sequence of deployments and other events. */
export type Step =
  | { readonly kind: 'deploy'; readonly version: Version; readonly incident: Incident }
  | { readonly kind: 'time passes'; readonly minutes: number }
  | { readonly kind: 'the load changes'; readonly component: ComponentName; readonly load: Load }
  | ({ readonly kind: 'the count changes'; readonly count: number } & Affected)
  /** A person deletes the component, so that the stack can only be deleted. */
  | { readonly kind: 'a component is deleted'; readonly component: ComponentName }
  /**
   * For asynchronous endpoints: clients send requests. The responses must exist after the next deployment, or before the stack is deleted.
   */
  | { readonly kind: 'requests are queued'; readonly count: number }
  | { readonly kind: 'delete' };

/** A step that deploys a version, by default without an incident. */
export function deploy(version: Version, incident: Incident = { kind: 'none' }): Step {
  return { kind: 'deploy', version, incident };
}

/** Describes a step in a message. */
export function describeStep(step: Step): string {
  if (step.kind !== 'deploy') return describe(step);
  return `deploy "${describeVersion(step.version)}" (${describe(step.incident)})`;
}

function describe({ kind, ...fields }: Incident | Step): string {
  const values = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return values.length > 0 ? `${kind}, ${values.join(', ')}` : kind;
}
