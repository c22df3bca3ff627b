import { CfnResource, Stack, Token } from 'aws-cdk-lib';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { ModelPublisher } from '../../artifacts/model-publisher';
import { EngineBuilder } from '../../engine/engine-builder';
import { InstanceType } from '../../platform';
import { Endpoint } from '../endpoint';
import { HostedVariant } from '../variant/hosted-variant';
import { FleetUpdate, FleetVariant } from '../../contracts/instances-needed';
import { Preflight } from './preflight';

/** Makes all resources of the endpoint, including models and engines, depend on the check of the quotas. */
export function buildPreflight(
  scope: Construct,
  { endpointName, preflight }: Endpoint,
  variants: HostedVariant[],
  config: CfnEndpointConfig,
  endpoint: CfnEndpoint,
): void {
  if (!preflight) return;
  const check = Preflight.of(scope);
  const fleet = fleetUpdateOf(endpointName, variants.flatMap(onDemandVariants), endpoint);
  check.add(fleet, [endpoint, config, ...variants.flatMap(({ cfnModels }) => cfnModels)]);
  addDependencies(scope, check);
}

/** The instances of an endpoint with inference components. */
export interface ComponentFleet {
  readonly variantName: string;
  readonly instanceType: InstanceType;
  readonly instanceCount: number;
  /** Maximum of managed instance scaling. Undefined if the number of instances is fixed. */
  readonly maxInstanceCount?: number;
  readonly cfnEndpointConfig: CfnEndpointConfig;
  readonly cfnEndpoint: CfnEndpoint;
  /** The inference components and their models. */
  readonly components: CfnResource[];
}

/**
 * Makes all resources of an endpoint with inference components depend on the check of the quotas. With managed instance scaling, the check
 * requires the maximum number of instances: SageMaker starts them when the deployments of the inference components need them.
 */
export function buildComponentsPreflight(
  scope: Construct,
  { endpointName, preflight }: Pick<Endpoint, 'endpointName' | 'preflight'>,
  { cfnEndpoint, cfnEndpointConfig, components, ...fleet }: ComponentFleet,
): void {
  if (!preflight) return;
  const { maxInstanceCount: maximum } = fleet;
  const variant: FleetVariant = {
    name: fleet.variantName,
    instanceTypes: [fleet.instanceType.name],
    count: fleet.instanceCount,
    scaling: maximum === undefined ? undefined : { maximum, managed: true },
  };
  const check = Preflight.of(scope);
  check.add(fleetUpdateOf(endpointName, [variant], cfnEndpoint), [cfnEndpoint, cfnEndpointConfig], components);
  addDependencies(scope, check);
}

function fleetUpdateOf(name: string, variants: FleetVariant[], endpoint: CfnEndpoint): FleetUpdate {
  return {
    name,
    variants,
    retainsCounts: endpoint.retainAllVariantProperties === true,
    batch: batchOf(endpoint),
  };
}

function addDependencies(scope: Construct, check: Preflight): void {
  const sharedConstructs = Stack.of(scope).node.children.filter(
    (construct) => construct instanceof ModelPublisher || construct instanceof EngineBuilder,
  );
  for (const dependent of [...scope.node.children, ...sharedConstructs]) dependent.node.addDependency(check.resource);
}

/**
 * Returns the variant, or an empty list for a variant in a capacity reservation: AWS does not document whether a quota includes the
 * instances in a reservation.
 */
function onDemandVariants({ variant, pools }: HostedVariant): FleetVariant[] {
  const { variantName, initialInstanceCount, scaling, mlReservationArn } = variant;
  if (mlReservationArn !== undefined) return [];
  return [
    {
      name: variantName,
      instanceTypes: pools.map(({ instanceType }) => instanceType.name),
      count: initialInstanceCount,
      scaling: scaling._scales ? { maximum: scaling.maxCapacity } : undefined,
    },
  ];
}

/**
 * The batch size of a rolling update. Undefined for a blue/green update, which is also assumed if the values are known only at deployment.
 */
function batchOf({ deploymentConfig }: CfnEndpoint): FleetUpdate['batch'] {
  if (!deploymentConfig || Token.isUnresolved(deploymentConfig)) return undefined;
  const { rollingUpdatePolicy: rolling } = deploymentConfig as CfnEndpoint.DeploymentConfigProperty;
  if (!rolling || Token.isUnresolved(rolling)) return undefined;
  const { maximumBatchSize: size } = rolling as CfnEndpoint.RollingUpdatePolicyProperty;
  if (Token.isUnresolved(size)) return undefined;
  const { type: Type, value: Value } = size as CfnEndpoint.CapacitySizeProperty;
  return { Type, Value };
}
