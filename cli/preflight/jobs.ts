import { jobQuota, QuotaNeed } from '../../lib/endpoint/preflight/quotas';
import type { EngineProperties } from '../../lib/engine/engine-properties';
import { resolve, Template } from '../local/intrinsics';
import { count, fields, list, optional, parseJson, text } from '../shape';
import { propertiesOf } from '../template';

/**
 * What the engines of a stack need that its deployment has built. Builds on a type and a kind of job run one after the other. A second kind of
 * job is needed only where the driver of the first one is too old.
 */
export function engineNeeds(template: Template): QuotaNeed[] {
  const builds = new Map<string, number>();
  const others = new Map<string, string>();
  for (const resource of Object.values(template.Resources ?? {})) {
    if (resource.Type !== 'Custom::TritonEngine') continue;
    const { InstanceType, Job, OtherJob } = propertiesOf(resource, template) as unknown as Build;
    const quota = jobQuota(InstanceType, Job);
    builds.set(quota, (builds.get(quota) ?? 0) + 1);
    if (OtherJob !== undefined) others.set(jobQuota(InstanceType, OtherJob), Job);
  }
  return [
    ...[...builds].map(([quota, count]) => ({ quota, needed: 1, inUse: 0, condition: conditionOf(count) })),
    ...[...others]
      .filter(([quota]) => !builds.has(quota))
      .map(([quota, Job]) => ({
        quota,
        needed: 0,
        inUse: 0,
        condition: `to build engines, or 1 if the driver of ${Job} jobs is too old for the image`,
      })),
  ];
}

type Build = Pick<EngineProperties, 'InstanceType' | 'Job' | 'OtherJob'>;

function conditionOf(engines: number): string {
  return engines === 1
    ? 'to build an engine, unless it was built before'
    : `to build ${engines} engines one after the other, each within an hour, unless they were built before`;
}

/** The jobs of Inference Recommender in a stack. */
export interface Benchmarks {
  /** Instances of their endpoints, by type. */
  readonly tests: ReadonlyMap<string, number>;
  /** Whether a job leaves the choice of instance types to Inference Recommender. */
  readonly areTypesOpen: boolean;
}

const request = fields({
  InputConfig: optional(
    fields({
      ResourceLimit: optional(fields({ MaxParallelOfTests: optional(count) })),
      EndpointConfigurations: optional(list(fields({ InstanceType: text }))),
      ContainerConfig: optional(fields({ SupportedInstanceTypes: optional(list(text)) })),
    }),
  ),
});

const definition = fields({
  States: optional(
    fields({
      Jobs: optional(fields({ Result: optional(list(fields({ request: optional(request) }))) })),
      Benchmark: optional(fields({ MaxConcurrency: optional(count) })),
    }),
  ),
});

type Request = ReturnType<typeof request>;
type Definition = ReturnType<typeof definition>;

/** At least these: how many tests of a job run at the same time is its own decision, up to `maxParallelTests`. */
export function benchmarksOf(template: Template): Benchmarks {
  const tests = new Map<string, number>();
  let areTypesOpen = false;
  for (const { requests, parallel } of workflowsOf(template)) {
    const ofWorkflow = new Map<string, number[]>();
    for (const { InputConfig: input } of requests) {
      const types = input?.EndpointConfigurations?.map(({ InstanceType }) => InstanceType) ?? [];
      const all = new Set([...types, ...(input?.ContainerConfig?.SupportedInstanceTypes ?? [])]);
      areTypesOpen ||= all.size === 0;
      const instances = input?.ResourceLimit?.MaxParallelOfTests ?? 1;
      for (const type of all) ofWorkflow.set(type, [...(ofWorkflow.get(type) ?? []), instances]);
    }
    for (const [type, jobs] of ofWorkflow) {
      const largest = jobs.sort((one, other) => other - one).slice(0, parallel);
      tests.set(
        type,
        largest.reduce((total, each) => total + each, tests.get(type) ?? 0),
      );
    }
  }
  return { tests, areTypesOpen };
}

/** The requests of each workflow, and how many of its jobs run at the same time. */
function workflowsOf(template: Template): { requests: Request[]; parallel: number }[] {
  return Object.values(template.Resources ?? {}).flatMap(({ Type, Properties }) => {
    if (Type !== 'AWS::StepFunctions::StateMachine') return [];
    const { States } = definitionOf(resolve(Properties?.DefinitionString, template));
    const requests = States?.Jobs?.Result?.flatMap(({ request }) => request ?? []) ?? [];
    return requests.length > 0 ? [{ requests, parallel: States?.Benchmark?.MaxConcurrency ?? requests.length }] : [];
  });
}

/** State machines of others may have anything. */
function definitionOf(value: unknown): Partial<Definition> {
  try {
    return parseJson(String(value), 'the state machine', definition);
  } catch {
    return {};
  }
}
