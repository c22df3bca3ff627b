import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct, IDependable } from 'constructs';
import { RequestLocation } from '../../smoke-test/smoke-test';
import { TestFunction } from '../../smoke-test/test-function';
import { AsyncBuckets, callerStatements } from '../async-inference/buckets';
import { MonitoringOptions } from '../options/monitoring-options';
import { VariantEndpoint } from '../resolved/endpoint';
import { HostedVariant } from '../variant/hosted-variant';
import { ModelHost } from '../variant/model-host';
import { buildHostTests } from './build-host-tests';

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
  const { endpointName, probe, smokeTest, updateStrategy, monitoring } = endpoint;
  const { cfnEndpoint, asynchronous, smokeTestDependencies } = constructs;
  const targetVariant = variants.length > 1;
  const { attrEndpointConfigName: endpointConfigName } = constructs.cfnEndpointConfig;
  alarmOnMissingProbes(cfnEndpoint, variants, monitoring);
  for (const hosted of variants) {
    buildHostTests({
      ...{ hosted, endpointName, probe, smokeTest, shadowVariants, smokeTestDependencies, deployed: cfnEndpoint },
      probeTarget: { endpointConfigName, targetVariant, sharesTraffic: updateStrategy._sharesTraffic },
      smokeTestTarget: {
        endpointConfigName,
        variantNames: targetVariant ? [hosted.variantName] : undefined,
        queue: asynchronous && queueOf(asynchronous),
      },
    });
  }
}

/** Creates the alarm on probes that do not run, if the endpoint has a probe and alarms. */
export function alarmOnMissingProbes(scope: Construct, hosts: ModelHost[], monitoring: MonitoringOptions): void {
  if (monitoring.enabled === false || !hosts.some(({ host }) => host.isProbed)) return;
  TestFunction.of(scope).alarmOnFailures(monitoring.alarmActions ?? []);
}

function queueOf(buckets: AsyncBuckets): RequestLocation {
  const { bucket, prefix } = buckets.input;
  return { bucketName: bucket.bucketName, prefix, statements: callerStatements(buckets) };
}
