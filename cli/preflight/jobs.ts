import { jobQuotaName, QuotaNeed } from '../../lib/contracts/quotas';
import type { EngineProperties } from '../../lib/contracts/engine-properties';
import { Template } from '../assembly/intrinsics';
import { resourcesOfType } from '../assembly/template';

/** The quotas that the builds of TensorRT engines need. Builds on the same instance type run one after the other. */
export function engineNeeds(template: Template): QuotaNeed[] {
  const builds = new Map<string, number>();
  for (const { properties } of resourcesOfType(template, 'Custom::TritonEngine')) {
    const quota = jobQuotaName((properties as unknown as EngineProperties).InstanceType);
    builds.set(quota, (builds.get(quota) ?? 0) + 1);
  }
  return [...builds].map(([quota, count]) => ({ quota, needed: 1, inUse: 0, condition: describeBuilds(count) }));
}

function describeBuilds(engines: number): string {
  return engines === 1
    ? 'to build an engine, unless it was built before'
    : `to build ${engines} engines one after the other, each within an hour, unless they were built before`;
}

/** The instances that the Inference Recommender jobs of a stack need. */
export interface Benchmarks {
  /** Number of instances that the endpoints of the load tests need, by instance type. */
  readonly tests: ReadonlyMap<string, number>;
  /** Whether Inference Recommender chooses the instance types of a job. */
  readonly areTypesOpen: boolean;
}

/** The parts of a job request that the command reads. */
interface JobRequest {
  readonly InputConfig?: {
    readonly EndpointConfigurations?: { readonly InstanceType: string }[];
    readonly ContainerConfig?: { readonly SupportedInstanceTypes?: string[] };
  };
}

/** Finds the Inference Recommender jobs. Each job runs one load test of an instance type at a time. */
export function benchmarksOf(template: Template): Benchmarks {
  const tests = new Map<string, number>();
  let areTypesOpen = false;
  for (const { InputConfig: input } of requestsOf(template)) {
    const types = input?.EndpointConfigurations?.map(({ InstanceType }) => InstanceType) ?? [];
    const allTypes = new Set([...types, ...(input?.ContainerConfig?.SupportedInstanceTypes ?? [])]);
    areTypesOpen ||= allTypes.size === 0;
    for (const type of allTypes) tests.set(type, (tests.get(type) ?? 0) + 1);
  }
  return { tests, areTypesOpen };
}

/** The job request of each workflow (a state machine that runs a benchmark). */
function requestsOf(template: Template): JobRequest[] {
  return resourcesOfType(template, 'AWS::StepFunctions::StateMachine').flatMap(({ properties }) => {
    const definition = tryParse(properties.DefinitionString) as Definition | undefined;
    const request = definition?.States?.Create?.Parameters;
    return request?.InputConfig ? [request] : [];
  });
}

interface Definition {
  readonly States?: { readonly Create?: { readonly Parameters?: JobRequest } };
}

/** The value of a text with JSON; undefined for another text, such as the definition of a state machine that is not a workflow. */
function tryParse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
