import { RoutingStrategy } from '../../lib/platform';
import type { ScalingProperties } from '../../lib/fleet/control-loop/inputs';
import type { SimulatedBatching } from '../../lib/fleet/model-batching';
import { readDeployments } from '../assembly/deployments';
import { endpointsOf, TemplateEndpoint, TemplateVariant } from '../assembly/endpoints';
import { Deployment } from '../assembly/publications';
import { formatCount } from '../output/words';
import { deployedBatching } from './deployed-batching';
import { scalingOf } from './deployed-scaling';

/** An endpoint of a synthesized app, as the simulation needs it. */
export interface DeployedEndpoint {
  readonly name: string;
  readonly instanceType: string;
  /** Number of instances that a deployment starts. */
  readonly instanceCount: number;
  readonly scaling: ScalingProperties;
  readonly routingStrategy: RoutingStrategy;
  readonly batching: SimulatedBatching;
}

interface Candidate {
  readonly endpoint: TemplateEndpoint;
  readonly deployment: Deployment;
  /** Names that select the endpoint. The first name is that of the endpoint. */
  readonly names: string[];
}

/**
 * Reads an endpoint of a cloud assembly.
 *
 * @param nameOrPath name, construct path or logical ID of the endpoint. Optional if there is only one endpoint
 * @throws if there is not exactly one such endpoint, or if the simulation does not support the endpoint
 */
export function readDeployedEndpoint(assembly: string, nameOrPath?: string): DeployedEndpoint {
  const { endpoint, deployment } = selectEndpoint(assembly, nameOrPath);
  const reject = (message: string): never => {
    throw new Error(`simulate: the endpoint ${endpoint.name} ${message}`);
  };
  if (endpoint.config.AsyncInferenceConfig !== undefined)
    reject('is asynchronous, and the command compares real-time endpoints; use FleetSimulator with asynchronous');
  const variants = endpoint.variants.filter(({ isShadow }) => !isShadow);
  if (variants.length !== 1) reject(`has ${formatCount(variants.length, 'production variant')}; allowed: 1`);
  const [variant] = variants;
  if (variant.instanceTypes.length !== 1)
    reject(`has instance pools of ${formatCount(variant.instanceTypes.length, 'type')}; allowed: 1 instance type`);
  const { count } = variant;
  if (count === undefined || !(Number.isInteger(count) && count >= 1))
    return reject('has no InitialInstanceCount that is known at synthesis');
  return {
    name: endpoint.name,
    instanceType: variant.instanceTypes[0],
    instanceCount: count,
    scaling: scalingOf(endpoint, variant, count, deployment.template),
    routingStrategy: routingOf(variant),
    batching: deployedBatching(endpoint.name, variant, deployment),
  };
}

function selectEndpoint(assembly: string, nameOrPath?: string): Candidate {
  const candidates = [...readDeployments(assembly)].flatMap(([stack, deployment]) =>
    endpointsOf(deployment.template).map((endpoint): Candidate => {
      const path = pathOf(endpoint.id, deployment);
      return { endpoint, deployment, names: [endpoint.name, ...(path ?? []), `${stack}/${endpoint.id}`] };
    }),
  );
  const all = candidates.map(({ names }) => `${names[0]} (${names[1]})`).join(', ');
  if (candidates.length === 0) throw new Error(`simulate: ${assembly} has no endpoint`);
  if (nameOrPath === undefined && candidates.length > 1)
    throw new Error(`simulate: ${assembly} has ${candidates.length} endpoints; choose one with --endpoint: ${all}`);
  const selected = candidates.filter(({ names }) => nameOrPath === undefined || names.includes(nameOrPath));
  if (selected.length === 1) return selected[0];
  throw new Error(
    `simulate: --endpoint: got ${nameOrPath}, which ${selected.length} endpoints have as their name; allowed: one of ${all}`,
  );
}

/** The construct path of an endpoint, from the metadata that CDK writes: that of the construct of the library, and that of the resource. */
function pathOf(id: string, { template }: Deployment): string[] | undefined {
  const path = template.Resources?.[id]?.Metadata?.['aws:cdk:path'];
  return typeof path === 'string' ? [path.split('/').slice(0, -1).join('/'), path] : undefined;
}

/** SageMaker's default is random routing. API reference, "ProductionVariantRoutingConfig", read 2026-11-27. */
function routingOf({ properties }: TemplateVariant): RoutingStrategy {
  const { RoutingStrategy: strategy } = (properties.RoutingConfig ?? {}) as { RoutingStrategy?: unknown };
  const { LEAST_OUTSTANDING_REQUESTS: pooled, RANDOM: random } = RoutingStrategy;
  return strategy === pooled ? pooled : random;
}
