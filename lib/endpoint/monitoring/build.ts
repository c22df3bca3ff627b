import { ArnFormat, Names, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { TritonDashboard } from '../../monitoring';
import { EndpointLogs } from '../../monitoring/endpoint-logs';
import { logGroupNameOf } from '../../platform/endpoint-names';
import { Endpoint } from '../endpoint';
import { isFull } from './resolve';
import { HostedVariant } from '../variant/hosted-variant';

/** The log group that the server writes to. */
export function buildLogs(scope: Construct, { endpointName, monitoring }: Endpoint): EndpointLogs {
  return new EndpointLogs(scope, 'Logs', {
    endpointName,
    retention: monitoring.logRetention,
    encryptionKey: monitoring.logEncryptionKey,
    metricFilters: isFull(monitoring),
  });
}

/**
 * The permissions to write the server's log, those that the developer guide lists for CreateModel (SageMaker roles, read 2026-11-22).
 * CreateLogGroup is among them although the stack makes the group: agents of AWS request it first, and send nothing if it is denied.
 */
export function writeLogs(scope: Construct, { endpointName }: Endpoint): PolicyStatement[] {
  const logGroupArn = Stack.of(scope).formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName: `${logGroupNameOf(endpointName)}:*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return [
    new PolicyStatement({
      actions: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'],
      resources: [logGroupArn],
    }),
  ];
}

/** What SageMaker publishes. Detailed observability is stated in any case, since SageMaker turns on what is not. */
export function configureMetrics(config: CfnEndpointConfig, { monitoring }: Endpoint): void {
  const { detailedObservability = false, enhancedMetrics = false, metricPublishFrequency } = monitoring;
  // Not a property of the L1 of the oldest aws-cdk-lib.
  config.addPropertyOverride('MetricsConfig', {
    EnableDetailedObservability: detailedObservability,
    EnableEnhancedMetrics: enhancedMetrics,
    MetricPublishFrequencyInSeconds: metricPublishFrequency?.toSeconds(),
  });
}

/** Where alarms and dashboard of an endpoint are made, if not under the endpoint. */
export function monitoringScope(scope: Construct, { monitoring }: Endpoint): Construct | undefined {
  return monitoring.scope && new Construct(monitoring.scope, Names.uniqueId(scope));
}

/** The dashboard that shows the variants; none of its own in minimal mode, or without monitoring. */
export function buildDashboard(
  scope: Construct,
  { monitoring }: Endpoint,
  variants: HostedVariant[],
): TritonDashboard | undefined {
  const dashboard = monitoring.dashboard ?? (isFull(monitoring) ? new TritonDashboard(scope, 'Dashboard') : undefined);
  for (const { alarms } of variants) {
    if (alarms) dashboard?.addEndpoint(alarms.endpoint, alarms);
  }
  return dashboard;
}
