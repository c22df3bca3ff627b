import { Stack, Token } from 'aws-cdk-lib';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { ModelPublisher } from '../../artifacts/model-publisher';
import { EngineBuilder } from '../../engine/engine-builder';
import { Endpoint } from '../endpoint';
import { HostedVariant } from '../variant/hosted-variant';
import { FleetUpdate, FleetVariant } from './instances-needed';
import { Preflight } from './preflight';

/** Has the quotas checked before anything of the endpoint is made or changed, models and engines included. */
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
    variants: variants.flatMap(onDemand),
    retainsCounts: endpoint.retainAllVariantProperties === true,
    batch: batchOf(endpoint),
  };
  check.add(fleet, [endpoint, config, ...variants.flatMap(({ cfnModels }) => cfnModels)]);
  const shared = Stack.of(scope).node.children.filter(
    (each) => each instanceof ModelPublisher || each instanceof EngineBuilder,
  );
  for (const each of [...scope.node.children, ...shared]) each.node.addDependency(check.resource);
}

/** Instances in a reservation are not counted: whether the quota counts them is not documented. */
function onDemand({ variant }: HostedVariant): FleetVariant[] {
  const { variantName, instanceTypes, initialInstanceCount, scaling, mlReservationArn } = variant;
  if (mlReservationArn !== undefined) return [];
  return [
    {
      name: variantName,
      instanceTypes: instanceTypes.map(({ name }) => name),
      count: initialInstanceCount,
      scaling: scaling._scales ? { maximum: scaling.maxCapacity } : undefined,
    },
  ];
}

/** The batch of a rolling update. Of a configuration that only the deployment knows, a whole second fleet is assumed. */
function batchOf({ deploymentConfig }: CfnEndpoint): FleetUpdate['batch'] {
  if (!deploymentConfig || Token.isUnresolved(deploymentConfig)) return undefined;
  const { rollingUpdatePolicy: rolling } = deploymentConfig as CfnEndpoint.DeploymentConfigProperty;
  if (!rolling || Token.isUnresolved(rolling)) return undefined;
  const { maximumBatchSize: size } = rolling as CfnEndpoint.RollingUpdatePolicyProperty;
  if (Token.isUnresolved(size)) return undefined;
  const { type: Type, value: Value } = size as CfnEndpoint.CapacitySizeProperty;
  return { Type, Value };
}
