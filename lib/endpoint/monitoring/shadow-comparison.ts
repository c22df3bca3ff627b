import { Token } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { error, Finding, prefixFields } from '../../findings/finding';
import { checkNumberRange } from '../../findings/ranges';
import { ShadowComparison } from '../../smoke-test/shadow-comparison';
import { Capture } from '../capture/build';
import { Endpoint } from '../endpoint';
import { capturesResponses, ComparedEndpoint, comparesShadowResponses } from './shadow-responses';

/** Checks the options of the comparison, that there are responses to compare, and that the schedule can pass their location to the function. */
export function checkShadowResponses(endpoint: ComparedEndpoint): Finding[] {
  return [...checkOptions(endpoint), ...checkLocation(endpoint)];
}

/** EventBridge reads `<` and `>` in an input template as the limits of a variable. */
function checkLocation(endpoint: ComparedEndpoint): Finding[] {
  const { prefix = '' } = endpoint.dataCapture ?? {};
  if (!comparesShadowResponses(endpoint) || Token.isUnresolved(prefix) || !/[<>]/.test(prefix)) return [];
  return [
    error(
      'shadow-responses.options',
      'dataCapture.prefix',
      `got '${prefix}'; allowed if responses are compared: a prefix without < and >. To keep the prefix, set monitoring.shadowResponses to { enabled: false }`,
    ),
  ];
}

function checkOptions({ shadowVariants, dataCapture, monitoring }: ComparedEndpoint): Finding[] {
  const { shadowResponses: options } = monitoring;
  if (!options || options.enabled === false) return [];
  const missing = [
    ...(shadowVariants.length > 0 ? [] : ['shadowVariants with one variant']),
    ...(capturesResponses(dataCapture) ? [] : ['dataCapture with output and a samplingPercentage above 0']),
  ];
  const range = (field: string) => ({ ruleId: 'shadow-responses.options', field, minimum: 0 });
  return [
    ...missing.map((requirement) =>
      error(
        'shadow-responses.options',
        'monitoring.shadowResponses',
        `got options of the comparison; requires ${requirement}`,
      ),
    ),
    ...prefixFields('monitoring.shadowResponses', [
      ...checkNumberRange(options.absoluteTolerance, range('absoluteTolerance')),
      ...checkNumberRange(options.relativeTolerance, range('relativeTolerance')),
    ]),
  ];
}

/** Creates the function that compares the captured responses. */
export function buildShadowComparison(scope: Construct, endpoint: Endpoint, capture: Capture | undefined): void {
  if (!capture || !comparesShadowResponses(endpoint)) return;
  const [{ variantName: productionVariantName }] = endpoint.variants;
  const [{ variantName: shadowVariantName }] = endpoint.shadowVariants;
  const { bucket, prefix, key } = capture;
  new ShadowComparison(scope, 'ShadowComparison', {
    ...endpoint.monitoring.shadowResponses,
    ...{ endpointName: endpoint.endpointName, productionVariantName, shadowVariantName, bucket, prefix, key },
  });
}
