import { Stack, Token } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { error, Finding } from '../../findings/finding';
import { countWithin, durationWithin, numberWithin } from '../../findings/ranges';
import { Variant } from '../endpoint';
import { checkImage } from '../image/check';
import { checkDataRegion } from '../models/check-data-region';
import { checkModelPackage } from '../models/check-model-package';
import { checkLatency } from './check-latency';
import { checkPoolRegion, checkPools } from './check-pools';
import { checkReservation } from './check-reservation';
import { checkSequences } from './check-sequences';
import { checkVolumeSize } from './check-volume';

const NAME = /^[a-zA-Z0-9](-*[a-zA-Z0-9]){0,62}$/;

/** Everything that is wrong with a variant, with the fields as the variant has them. */
export function checkVariant(scope: Construct, variant: Variant): Finding[] {
  const { serving, scaling, image, instanceTypes, inferenceAmi } = variant;
  const typesField = instanceTypes.length > 1 ? 'instancePools' : 'instanceType';
  return [
    ...serving.check(variant),
    ...scaling._check(variant),
    ...checkImage(scope, image, instanceTypes, typesField, inferenceAmi),
    ...checkDataRegion(Stack.of(scope), serving.models),
    ...checkModelPackage(Stack.of(scope), variant),
    ...checkLatency(variant),
    ...checkSequences(variant),
    ...checkVolumeSize(variant),
    ...checkReservation(Stack.of(scope), variant),
    ...checkPoolRegion(Stack.of(scope), instanceTypes),
    ...checkTimeouts(variant),
    ...checkSettings(variant),
  ];
}

/** The names, numbers and types that CreateEndpointConfig takes. */
type Settings = Pick<Variant, 'variantName' | 'weight' | 'initialInstanceCount' | 'instanceTypes'>;

/** What the API would refuse of a variant's settings (API model of SageMaker in botocore 1.44.5). */
export function checkSettings({ variantName, weight, initialInstanceCount, instanceTypes }: Settings): Finding[] {
  const late =
    'got a name that is only known at deploy time; allowed: a name that is known at synth, since construct IDs contain it';
  return [
    ...checkName('variantName', variantName),
    ...(Token.isUnresolved(variantName) ? [error('sm.variant-name', 'variantName', late)] : []),
    ...numberWithin(weight, { ruleId: 'sm.variant-weight', field: 'weight', minimum: 0 }),
    ...countWithin(initialInstanceCount, { ruleId: 'sm.variant-count', field: 'instanceCount', minimum: 1 }),
    ...checkPools(instanceTypes),
  ];
}

/** A name of an endpoint or a variant. */
export function checkName(field: string, name: string): Finding[] {
  if (Token.isUnresolved(name) || NAME.test(name)) return [];
  return [error('sm.ec-name', field, `got '${name}'; allowed: 1 to 63 letters, digits and inner hyphens`)];
}

/** How long SageMaker waits for a variant. */
type Timeouts = Pick<
  Variant,
  'modelDataDownloadTimeout' | 'containerStartupHealthCheckTimeout' | 'instanceProvisionTimeout'
>;

/** What the API would refuse of a variant's timeouts (API model of SageMaker in botocore 1.44.5). */
export function checkTimeouts(timeouts: Timeouts): Finding[] {
  const within = (ruleId: string, field: keyof Timeouts, minimum: number): Finding[] =>
    durationWithin(timeouts[field], { ruleId, field, minimum, maximum: 3600 });
  return [
    ...within('sm.download-timeout', 'modelDataDownloadTimeout', 60),
    ...within('sm.health-timeout', 'containerStartupHealthCheckTimeout', 60),
    ...within('sm.provision-timeout', 'instanceProvisionTimeout', 300),
  ];
}
