import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { distinct, error, Finding, within } from '../findings/finding';
import { checkResourceTypes } from '../platform/resource-types';
import { checkModelsToAsk, checkProbe, checkSmokeTest } from '../smoke-test/check';
import { checkAsynchronous } from './asynchronous/check';
import { checkCapture } from './capture/check';
import { checkKeyRegions } from './check-key-region';
import { checkUniqueName } from './check-unique-name';
import { checkDebugging } from './debugging/check';
import { Endpoint, Variant } from './endpoint';
import { checkPrivateRegistry } from './image/private-registry';
import { checkBucketRegion } from './models/check-data-region';
import { checkAlarms, checkFirstChunk, checkMonitoring } from './monitoring/check';
import { checkNetwork } from './network/check';
import { checkName, checkVariant } from './variant/check';
import { checkOneReservation } from './variant/check-reservation';
import { checkVolumeKey } from './variant/check-volume';

const MAX_VARIANTS = 10;

/** Everything that is wrong with an endpoint. */
export function checkEndpoint(scope: Construct, endpoint: Endpoint): Finding[] {
  const { variants, shadowVariants, modelBucket, encryptionKey, dataCapture, smokeTest } = endpoint;
  const all = [...variants, ...shadowVariants];
  const models = [...new Set(variants.flatMap(({ serving }) => serving.models))];
  return distinct([
    ...checkResourceTypes(scope, 'endpoint'),
    ...all.flatMap((variant) => within(variant.path, checkVariant(scope, variant))),
    ...checkName('endpointName', endpoint.endpointName),
    ...checkUniqueName(scope, endpoint.endpointName),
    ...checkVariants(variants, shadowVariants),
    ...checkOneReservation(all),
    ...(modelBucket ? checkBucketRegion(Stack.of(scope), modelBucket, 'modelBucket') : []),
    ...(encryptionKey ? all.flatMap(({ instanceTypes }) => checkVolumeKey(instanceTypes, 'encryptionKey')) : []),
    ...checkKeyRegions(Stack.of(scope), endpoint),
    ...checkNetwork(endpoint),
    ...all.flatMap(({ path, image: { _uri: uri, _privateRegistry: privateRegistry } }) =>
      within(path, checkPrivateRegistry({ uri, privateRegistry }, endpoint.vpc !== undefined)),
    ),
    ...(endpoint.asynchronous ? checkAsynchronous(Stack.of(scope), endpoint.asynchronous, endpoint) : []),
    ...(dataCapture ? checkCapture(dataCapture) : []),
    ...checkDebugging(Stack.of(scope), endpoint),
    ...checkMonitoring(endpoint.monitoring),
    ...checkAlarms(endpoint),
    ...checkFirstChunk(endpoint),
    ...endpoint.updateStrategy._check(endpoint),
    ...checkSmokeTest(smokeTest, models, endpoint.asynchronous !== undefined),
    ...checkProbe(endpoint.probe),
    ...checkModelsToAsk(models, smokeTest),
  ]);
}

/** What is asked of a variant beside others. */
type Named = Pick<Variant, 'path' | 'variantName' | 'weight'>;

/** What the API would refuse of the variants together (API model of SageMaker in botocore 1.44.5). */
export function checkVariants(variants: Named[], shadowVariants: Named[]): Finding[] {
  return [
    ...checkVariantCount(variants.length, shadowVariants.length),
    ...checkNames([...variants, ...shadowVariants]),
    ...checkWeights(variants),
  ];
}

function checkVariantCount(production: number, shadow: number): Finding[] {
  if (production < 1 || production > MAX_VARIANTS) {
    return [error('sm.variants', 'variants', `got ${production} variants; allowed: 1 to ${MAX_VARIANTS}`)];
  }
  if (shadow === 0 || (production === 1 && shadow === 1)) return [];
  const got = `got ${shadow} shadow and ${production} production variants`;
  return [
    error('sm.shadow', 'shadowVariants', `${got}; allowed: one shadow variant next to exactly one production variant`),
  ];
}

function checkNames(variants: Named[]): Finding[] {
  const names = variants.map(({ variantName }) => variantName);
  return variants.flatMap(({ path, variantName }, index) => {
    if (names.indexOf(variantName) === index) return [];
    const message = `got '${variantName}' twice; allowed: a unique name for each variant`;
    return within(path, [error('sm.variant-name', 'variantName', message)]);
  });
}

function checkWeights(variants: Named[]): Finding[] {
  if (variants.length === 0 || variants.some(({ weight }) => weight !== 0)) return [];
  const message = 'got 0 for every variant; allowed: at least one above 0';
  return within(variants[0].path, [error('sm.variant-weight', 'weight', message)]);
}
