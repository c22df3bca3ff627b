import { Token } from 'aws-cdk-lib';
import { error, Finding, Severity, warning } from '../../findings/finding';
import { ExpectedTraffic } from '../../fleet';
import { countViolations, Violations } from '../../fleet/count-violations';
import { DeployTimeValueError } from '../../fleet/deploy-time-values';
import { FleetSimulationOptions } from '../../fleet/fleet-simulation-options';
import { batchingOf, unsimulatedFeature, withMeasuredBatches } from '../../fleet/model-batching';
import { TritonModel } from '../../model';
import { instanceTypesOf, scaledVariantOf, Variant } from '../endpoint';

const RULE = 'sizing.trace';
const FIELD = 'expectedTraffic';
/** Synthesis waits for the simulation, which takes up to a second for a week. */
const MAX_DAYS = 7;
const COMMAND = 'npx cdk-sagemaker-triton simulate';

/** Warns if the scaling of a variant does not meet the latency objective under the expected traffic. */
export function checkTraffic(variant: Variant): Finding[] {
  const { expectedTraffic: traffic, scaling } = variant;
  if (!traffic) return [];
  const types = instanceTypesOf(variant);
  const strategyFindings = scaling._check(scaledVariantOf(variant));
  if (strategyFindings.some(({ severity }) => severity === Severity.ERROR) || hasTokens(variant)) return [];
  const { trace, profile } = traffic;
  if (!types.some(({ name }) => name === profile.instanceType)) {
    const message = `got a profile of ${profile.instanceType}; allowed: ${types.join(', ')}, the instance type of the variant`;
    return [error(RULE, `${FIELD}.profile`, message)];
  }
  const days = (trace.requests.length * trace.interval.toSeconds()) / 86_400;
  if (days > MAX_DAYS) {
    const message = `got a trace of ${days.toFixed(1)} days, of which synthesis simulates none; allowed: at most ${MAX_DAYS} days; simulate longer traces with ${COMMAND}`;
    return [warning(RULE, `${FIELD}.trace`, message)];
  }
  const model = modelOn(variant, profile.instanceType);
  const feature = unsimulatedFeature(model.config._document);
  if (feature) return [error(RULE, FIELD, `got a model with ${feature}, which cannot be simulated; omit ${FIELD}`)];
  return simulate(variant, traffic, model);
}

/** Whether instance types, numbers of instances or targets are known only at deployment. */
function hasTokens({ pools, scaling, initialInstanceCount }: Variant): boolean {
  const types = pools.map(({ instanceType }) => instanceType.name);
  const { minimum, maximum } = scaling._range(initialInstanceCount);
  const numbers = [initialInstanceCount, minimum, maximum, ...Object.values(scaling._targets)];
  return [...types, ...numbers].some((value) => Token.isUnresolved(value));
}

/** The model that instances of a type serve. */
function modelOn({ pools }: Variant, typeName: string): TritonModel {
  const pool = pools.find(({ instanceType }) => instanceType.name === typeName) ?? pools[0];
  return pool.models[0];
}

function simulate(variant: Variant, traffic: ExpectedTraffic, model: TritonModel): Finding[] {
  const { latencyObjective } = variant;
  const { trace } = traffic;
  let violations: Violations;
  try {
    violations = countViolations(optionsOf(variant, traffic, model));
  } catch (cause) {
    if (cause instanceof DeployTimeValueError) return [];
    // The message of the simulator already names the value, the allowed values and its own rule.
    return [error(RULE, FIELD, (cause as Error).message)];
  }
  const { minutes, firstMinute } = violations;
  if (firstMinute === undefined) return [];
  const first = new Date(Date.parse(trace.startsAt) + firstMinute * 60_000).toISOString().replace(':00.000Z', 'Z');
  const message =
    `in up to ${minutes.high} minutes of the trace (usually ${minutes.usual}, at least ${minutes.low}, depending on what AWS does not publish), ` +
    `from ${first} on, the ${latencyObjective.statistic} of the simulated latency exceeds ${latencyObjective._milliseconds} ms; ` +
    `increase minCapacity or maxCapacity, decrease the target, or add a schedule: ${COMMAND} searches for the least expensive strategy`;
  return [warning(RULE, FIELD, message)];
}

function optionsOf(variant: Variant, traffic: ExpectedTraffic, model: TritonModel): FleetSimulationOptions {
  const { scaling, latencyObjective, routingStrategy, asynchronous, initialInstanceCount } = variant;
  return {
    ...traffic,
    ...withMeasuredBatches(batchingOf(model.config._document), traffic.profile),
    ...{ scaling, latencyObjective, routingStrategy, asynchronous },
    instanceCount: initialInstanceCount,
  };
}
