import { RoutingStrategy } from '../../lib/platform';
import type { ScalingProperties } from '../../lib/capacity/fleet/control-loop/inputs';
import type { SimulatedBatching } from '../../lib/capacity/fleet/model-batching';
import { routingOf } from '../assembly/routing';
import { selectEndpoint } from '../assembly/select-endpoint';
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

/**
 * Reads an endpoint of a cloud assembly.
 *
 * @param nameOrPath name, construct path or logical ID of the endpoint. Optional if there is only one endpoint
 * @throws if there is not exactly one such endpoint, or if the simulation does not support the endpoint
 */
export function readDeployedEndpoint(assembly: string, nameOrPath?: string): DeployedEndpoint {
  const { endpoint, deployment } = selectEndpoint('simulate', assembly, nameOrPath);
  const reject = (message: string): never => {
    throw new Error(`simulate: the endpoint ${endpoint.name} ${message}`);
  };
  if (endpoint.config.AsyncInferenceConfig !== undefined)
    reject('is asynchronous, and the command compares real-time endpoints; use FleetSimulator with asynchronous');
  if (endpoint.hasComponents)
    reject(
      'has inference components, whose copies share instances, which is not simulated. To simulate one component, omit --assembly and --endpoint, and pass ' +
        'measurements of an instance type that has as many GPUs as a copy reserves: an instance of the simulation is then a copy',
    );
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
