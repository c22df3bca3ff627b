import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { removeDuplicates, error, Finding, prefixFields, warning } from '../../findings/finding';
import { checkResourceTypes } from '../../cdk/resource-types';
import { checkGeneratedRequests, checkProbe, checkSmokeTest } from '../../smoke-test/check';
import { checkAsynchronous } from '../async-inference/check';
import { checkCapture } from '../capture/check';
import { checkPlaces } from './check-places';
import { checkUniqueName } from './check-unique-name';
import { Endpoint, VariantEndpoint } from '../resolved/endpoint';
import { Variant } from '../resolved/variant';
import { checkPrivateRegistry } from '../image/private-registry';
import { checkAlarms, checkFirstChunk } from '../monitoring/check';
import { checkDownloads } from '../../model/server/check-language-models';
import { modelAndMembers } from '../../model/rules/model-validation';
import { checkNetwork } from '../network/check';
import { checkServerMetrics } from '../server-metrics/check';
import { checkName, checkVariant } from '../variant/check';
import { checkVolumeKey } from '../variant/check-volume';
import { isUnresolved } from '../../findings/is-unresolved';

const MAX_VARIANTS = 10;

/** Checks an endpoint with all its variants and options. */
export function checkEndpoint(scope: Construct, endpoint: VariantEndpoint): Finding[] {
  const { variants, shadowVariants, dataCapture } = endpoint;
  const allVariants = [...variants, ...shadowVariants];
  return removeDuplicates([
    ...checkResourceTypes(scope, 'endpoint'),
    ...allVariants.flatMap((variant) => prefixFields(variant.path, checkVariant(scope, variant))),
    ...checkVariants(variants, shadowVariants),
    ...checkShared(scope, endpoint),
    // Inference components reject all images in private registries.
    ...allVariants.flatMap(({ path, image: { _uri: uri, _privateRegistry: privateRegistry } }) =>
      prefixFields(path, checkPrivateRegistry({ uri, privateRegistry }, endpoint.vpc !== undefined)),
    ),
    ...(endpoint.asynchronous ? checkAsynchronous(endpoint.asynchronous, endpoint) : []),
    ...(dataCapture ? checkCapture(dataCapture) : []),
    ...endpoint.updateStrategy._check(Stack.of(scope), endpoint),
  ]);
}

/** Checks the options that endpoints with and without inference components have in common. */
export function checkShared(scope: Construct, endpoint: Endpoint): Finding[] {
  const { hosts, shadowVariants, encryptionKey, smokeTest } = endpoint;
  const allHosts = [...hosts, ...shadowVariants];
  const models = [...new Set(hosts.flatMap((host) => host.models))];
  return [
    ...allHosts.flatMap((host) => prefixFields(host.path, checkServerMetrics(host, endpoint.multiModel))),
    ...checkName('endpointName', endpoint.endpointName),
    ...checkUniqueName(scope, endpoint.endpointName),
    ...(encryptionKey ? allHosts.flatMap(({ instanceTypes }) => checkVolumeKey(instanceTypes, 'encryptionKey')) : []),
    ...checkPlaces(Stack.of(scope), endpoint),
    ...checkNetwork(endpoint),
    ...(endpoint.networkIsolation === true
      ? allHosts.flatMap(({ models: served, server }) =>
          checkDownloads(served.flatMap(modelAndMembers), server?.environment),
        )
      : []),
    ...checkAlarms(endpoint),
    ...checkFirstChunk(endpoint),
    ...checkSmokeTest(
      smokeTest,
      hosts.some(({ asynchronous }) => asynchronous),
    ),
    ...checkProbe(endpoint.probe),
    ...checkGeneratedRequests(models),
  ];
}

/** The properties that are compared between the variants of an endpoint. */
type ComparedVariant = Pick<Variant, 'path' | 'variantName' | 'weight'>;

/** Checks the variants of an endpoint together (API model of SageMaker in botocore 1.44.5). */
export function checkVariants(variants: ComparedVariant[], shadowVariants: ComparedVariant[]): Finding[] {
  return [
    ...checkVariantCount(variants.length, shadowVariants.length),
    ...checkNames([...variants, ...shadowVariants]),
    ...checkWeights(variants),
    ...shadowVariants.flatMap((shadow) => checkShadowWeight(shadow, variants[0])),
  ];
}

function checkVariantCount(productionCount: number, shadowCount: number): Finding[] {
  if (productionCount < 1 || productionCount > MAX_VARIANTS) {
    return [error('sm.variants', 'variants', `got ${productionCount} variants; allowed: 1 to ${MAX_VARIANTS}`)];
  }
  if (shadowCount === 0 || (productionCount === 1 && shadowCount === 1)) return [];
  const got = `got ${shadowCount} shadow and ${productionCount} production variants`;
  return [
    error('sm.shadow', 'shadowVariants', `${got}; allowed: one shadow variant next to exactly one production variant`),
  ];
}

function checkNames(variants: ComparedVariant[]): Finding[] {
  const names = variants.map(({ variantName }) => variantName);
  return variants.flatMap(({ path, variantName }, index) => {
    if (names.indexOf(variantName) === index) return [];
    const message = `got '${variantName}' twice; allowed: a unique name for each variant`;
    return prefixFields(path, [error('sm.variant-name', 'variantName', message)]);
  });
}

function checkWeights(variants: ComparedVariant[]): Finding[] {
  if (variants.length === 0 || variants.some(({ weight }) => weight !== 0)) return [];
  const message = 'got 0 for every variant; allowed: at least one above 0';
  return prefixFields(variants[0].path, [error('sm.variant-weight', 'weight', message)]);
}

/**
 * Checks the share of the requests that a shadow variant receives. AWS describes the share only for a production variant with weight 1
 * (notebook Shadow_variant.ipynb of aws/amazon-sagemaker-examples at 2d519b52).
 */
function checkShadowWeight({ path, weight }: ComparedVariant, production?: ComparedVariant): Finding[] {
  const rule = 'sm.shadow-weight';
  if (weight === 0) {
    const message =
      'got 0; allowed: a number above 0; with 0, the shadow variant receives no copy of a request; to stop the copies, remove the shadow variant';
    return prefixFields(path, [error(rule, 'weight', message)]);
  }
  const productionWeight = production?.weight ?? 1;
  const isKnown = [weight, productionWeight].every((each) => !isUnresolved(each) && each > 0);
  if (!isKnown || (weight <= 1 && productionWeight === 1)) return [];
  const message = `got ${weight} next to a production variant with weight ${productionWeight}; AWS documents the share of the copies only for a shadow weight of at most 1 next to a production weight of 1, such as 0.5 for 50 %`;
  return prefixFields(path, [warning(rule, 'weight', message)]);
}
