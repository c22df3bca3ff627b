import { Stack, Token } from 'aws-cdk-lib';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { ModelPublisher } from '../../artifacts/model-publisher';
import { EngineBuilder } from '../../engine/engine-builder';
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
  const fleet: FleetUpdate = {
    name: endpointName,
    variants: variants.flatMap(onDemandVariants),
    retainsCounts: endpoint.retainAllVariantProperties === true,
    batch: batchOf(endpoint),
  };
  check.add(fleet, [endpoint, config, ...variants.flatMap(({ cfnModels }) => cfnModels)]);
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
