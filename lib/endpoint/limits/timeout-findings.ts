import { Duration } from 'aws-cdk-lib';
import { Finding } from '../../findings/finding';
import { durationWithin } from '../../findings/ranges';

/** How long SageMaker waits for a variant. */
export interface CheckedTimeouts {
  readonly modelDataDownloadTimeout?: Duration;
  readonly containerStartupHealthCheckTimeout?: Duration;
  readonly instanceProvisionTimeout?: Duration;
}

/**
 * What the API would refuse of a variant's timeouts (API model of SageMaker in botocore 1.44.5).
 *
 * @param field where the variant stands, such as `variants[1].`; empty for the endpoint's own properties
 */
export function timeoutFindings(timeouts: CheckedTimeouts, field = ''): Finding[] {
  const start = { minimum: 60, maximum: 3600 };
  return [
    ...durationWithin(timeouts.modelDataDownloadTimeout, {
      ruleId: 'sm.download-timeout',
      field: `${field}modelDataDownloadTimeout`,
      ...start,
    }),
    ...durationWithin(timeouts.containerStartupHealthCheckTimeout, {
      ruleId: 'sm.health-timeout',
      field: `${field}containerStartupHealthCheckTimeout`,
      ...start,
    }),
    ...durationWithin(timeouts.instanceProvisionTimeout, {
      ruleId: 'sm.provision-timeout',
      field: `${field}instanceProvisionTimeout`,
      minimum: 300,
      maximum: 3600,
    }),
  ];
}
