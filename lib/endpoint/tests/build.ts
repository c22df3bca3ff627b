import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct, IDependable } from 'constructs';
import { Probe } from '../../smoke-test/probe';
import { RequestLocation, SmokeTest } from '../../smoke-test/smoke-test';
import { TestFunction } from '../../smoke-test/test-function';
import { AsyncBuckets, callerStatements } from '../async-inference/buckets';
import { VariantEndpoint } from '../resolved/endpoint';
import { generateTypeOf } from '../../model/server/options';
import { MonitoringOptions } from '../options/monitoring-options';
import { HostedVariant } from '../variant/hosted-variant';
import { ModelHost } from '../variant/model-host';
import { contentHashOf } from './content-hash';

/** The endpoint to test, with its constructs. */
export interface TestedEndpoint {
  readonly endpoint: VariantEndpoint;
  readonly cfnEndpointConfig: CfnEndpointConfig;
  readonly cfnEndpoint: CfnEndpoint;
  readonly variants: HostedVariant[];
  readonly shadowVariants: HostedVariant[];
  /** Locations of the requests and responses of an asynchronous endpoint. */
  readonly asynchronous?: AsyncBuckets;
  /** Resources after which the smoke tests run. */
  readonly smokeTestDependencies: IDependable[];
}

/** Creates the probe and the smoke test of each production variant. */
export function buildTests({ endpoint, variants, shadowVariants, ...constructs }: TestedEndpoint): void {
  const { endpointName, probe, smokeTest } = endpoint;
  const hasSeveralVariants = variants.length > 1;
  const { attrEndpointConfigName: endpointConfigName } = constructs.cfnEndpointConfig;
  alarmOnMissingProbes(constructs.cfnEndpoint, variants, endpoint.monitoring);
  for (const hostedVariant of variants) {
    const { variantName, pools } = hostedVariant;
    const { models, targetModels } = pools[0].content;
    const generateType = generateTypeOf(hostedVariant.host.server);
    const testTarget = { endpointName, endpointConfigName, models, targetModels, generateType };
    if (hostedVariant.host.isProbed) {
      // The probe must know the expected responses of the new configuration before the new instances receive traffic.
      constructs.cfnEndpoint.node.addDependency(
        new Probe(hostedVariant, 'Probe', {
          ...probe,
          ...testTarget,
          variantName,
          targetVariant: hasSeveralVariants,
          sharesTraffic: endpoint.updateStrategy._sharesTraffic,
        }),
      );
    }
    if (smokeTest.enabled === false) continue;
    const test = new SmokeTest(hostedVariant, 'SmokeTest', {
      latencyObjective: hostedVariant.host.latencyObjective,
      ...smokeTest,
      ...testTarget,
      variantNames: hasSeveralVariants ? [variantName] : undefined,
      shadowVariantNames: shadowVariants.length > 0 ? shadowVariants.map((shadow) => shadow.variantName) : undefined,
      queue: constructs.asynchronous && queueOf(constructs.asynchronous),
      contentHash: contentHashOf([hostedVariant, ...shadowVariants]),
    });
    // Only the resource that runs the test waits for the endpoint. The function and the role of the test do not wait.
    test.resource.node.addDependency(...constructs.smokeTestDependencies);
  }
}

/** Creates the alarm on probes that do not run, if the endpoint has a probe and alarms. */
export function alarmOnMissingProbes(scope: Construct, variants: ModelHost[], monitoring: MonitoringOptions): void {
  if (monitoring.enabled === false || !variants.some(({ host }) => host.isProbed)) return;
  TestFunction.of(scope).alarmOnFailures(monitoring.alarmActions ?? []);
}

function queueOf(buckets: AsyncBuckets): RequestLocation {
  const { bucket, prefix } = buckets.input;
  return { bucketName: bucket.bucketName, prefix, statements: callerStatements(buckets) };
}
