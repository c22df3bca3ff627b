import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { error, Finding, warning } from '../../findings/finding';
import { INSTANCE_POOL_REGIONS } from '../../facts/instance-pool-regions';
import { RESOURCE_NAME } from '../../facts/resource-names';
import { checkCountRange, checkDurationRange, checkNumberRange } from '../../findings/ranges';
import { ScaledVariant } from '../../scaling/scaled-variant';
import { Host } from '../resolved/host';
import { Variant } from '../resolved/variant';
import { checkImage } from '../image/check';
import { checkRegion } from '../../cdk/check-place';
import { checkModelPackage } from '../models/check-model-package';
import { checkLatency } from './check-latency';
import { InstanceType } from '../../platform';
import { checkSequences } from './check-sequences';
import { checkTraffic } from './check-traffic';
import { checkVolumeSize } from './check-volume';
import { isUnresolved } from '../../findings/is-unresolved';

const MAX_POOLS = 5;

/** Checks a variant. The fields of the findings are relative to the variant. */
export function checkVariant(scope: Construct, variant: Variant): Finding[] {
  return [
    ...checkHost(scope, variant, variant),
    ...checkTraffic(variant),
    ...checkPoolRegion(Stack.of(scope), variant.instanceTypes),
    ...checkSettings(variant),
  ];
}

/**
 * Checks the models of a variant or an inference component, and their scaling, images and timeouts. The fields are relative to the host.
 *
 * @param scaled the host for its scaling strategy
 */
export function checkHost(scope: Construct, host: Host, scaled: ScaledVariant): Finding[] {
  const { serving, scaling, image, inferenceAmi, instanceTypes } = host;
  const typesField = instanceTypes.length > 1 ? 'instancePools' : 'instanceType';
  return [
    ...serving.check(host),
    ...scaling._check({ endpointName: host.alarms?.endpoint.endpointName, ...scaled }),
    ...checkImage(scope, image, instanceTypes, typesField, inferenceAmi),
    ...host.models.flatMap(({ files }) =>
      checkRegion(Stack.of(scope), { resource: files?._location?.bucket, field: 'files', noun: 'a bucket' }),
    ),
    ...checkModelPackage(Stack.of(scope), host),
    ...checkLatency(host),
    ...checkSequences(host),
    ...checkVolumeSize(host),
    ...checkTimeouts(host),
  ];
}

/** The properties of a variant that CreateEndpointConfig validates. */
type Settings = Pick<Variant, 'variantName' | 'weight' | 'initialInstanceCount' | 'instanceTypes'>;

/** Checks the settings of a variant (API model of SageMaker in botocore 1.44.5). */
export function checkSettings({ variantName, weight, initialInstanceCount, instanceTypes }: Settings): Finding[] {
  const unresolved =
    'got a name that is only known at deploy time; allowed: a name that is known at synth, since construct IDs contain it';
  return [
    ...checkName('variantName', variantName),
    ...(isUnresolved(variantName) ? [error('sm.variant-name', 'variantName', unresolved)] : []),
    ...checkNumberRange(weight, { ruleId: 'sm.variant-weight', field: 'weight', minimum: 0 }),
    ...checkCountRange(initialInstanceCount, { ruleId: 'sm.variant-count', field: 'instanceCount', minimum: 1 }),
    ...checkPools(instanceTypes),
  ];
}

/** Checks the name of an endpoint or a variant. */
export function checkName(field: string, name: string): Finding[] {
  if (isUnresolved(name) || RESOURCE_NAME.test(name)) return [];
  return [error('sm.ec-name', field, `got '${name}'; allowed: 1 to 63 letters, digits and inner hyphens`)];
}

/** The timeouts of a variant. */
type Timeouts = Pick<Variant, 'modelDataDownloadTimeout' | 'containerStartupHealthCheckTimeout'>;

/** Checks the timeouts of a variant (API model of SageMaker in botocore 1.44.5). */
export function checkTimeouts(timeouts: Timeouts): Finding[] {
  const timeoutWithin = (ruleId: string, field: keyof Timeouts): Finding[] =>
    checkDurationRange(timeouts[field], { ruleId, field, minimum: 60, maximum: 3600 });
  return [
    ...timeoutWithin('sm.download-timeout', 'modelDataDownloadTimeout'),
    ...timeoutWithin('sm.health-timeout', 'containerStartupHealthCheckTimeout'),
  ];
}

/** Checks the instance types of a variant. The priority of a pool, 1 to 5, is its position in the list. */
function checkPools(pools: InstanceType[]): Finding[] {
  const poolsError = (message: string): Finding => error('sm.instance-pools', 'instancePools', message);
  const names = pools.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  return [
    ...(pools.length <= MAX_POOLS
      ? []
      : [poolsError(`got ${pools.length} instance types; allowed: 1 to ${MAX_POOLS}`)]),
    ...(repeated === undefined ? [] : [poolsError(`got ${repeated} twice; allowed: each instance type once`)]),
  ];
}

/** Warns if AWS does not list instance pools for the Region. The list in this library may be out of date. */
function checkPoolRegion({ region }: Stack, pools: InstanceType[]): Finding[] {
  if (pools.length < 2 || isUnresolved(region) || INSTANCE_POOL_REGIONS.includes(region)) return [];
  const message =
    `got ${pools.length} instance types in ${region}, where AWS does not list instance pools; listed: ` +
    `${INSTANCE_POOL_REGIONS.join(', ')}; if SageMaker rejects the pools, use one instanceType`;
  return [warning('sm.instance-pools-region', 'instancePools', message)];
}
