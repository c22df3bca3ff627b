import { Names, Stack } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { EndpointAlarms, TritonDashboard } from '../../monitoring';
import { libraryLogGroupOf } from '../../cdk/library-function';
import { allowLogEncryption, EndpointLogs } from '../../monitoring/endpoint-logs';
import { Endpoint } from '../resolved/endpoint';

/** Creates the log group of the server of an endpoint, or of an inference component. */
export function buildLogs(
  scope: Construct,
  { endpointName, monitoring }: Endpoint,
  inferenceComponentName?: string,
): EndpointLogs {
  if (monitoring.logEncryptionKey) encryptLibraryLogs(scope, monitoring.logEncryptionKey);
  return new EndpointLogs(scope, 'Logs', {
    endpointName,
    inferenceComponentName,
    retention: monitoring.logRetention,
    encryptionKey: monitoring.logEncryptionKey,
    metricFilters: monitoring.enabled !== false,
  });
}

/** Encrypts the log of the functions that all endpoints of the stack share. The first endpoint with a key determines the key. */
function encryptLibraryLogs(scope: Construct, key: IKey): void {
  const logGroup = libraryLogGroupOf(scope).node.defaultChild as CfnLogGroup;
  if (logGroup.kmsKeyId !== undefined) return;
  logGroup.kmsKeyId = key.keyArn;
  // A reference to the log group would be circular. CloudFormation names it after the stack and the logical ID.
  allowLogEncryption(key, Stack.of(scope), `*-${logGroup.logicalId}-*`);
}

/**
 * Turns detailed observability off, which SageMaker turns on by default, and bills. The L1 construct of the oldest supported aws-cdk-lib lacks
 * the property.
 */
export function configureMetrics(config: CfnEndpointConfig): void {
  config.addPropertyOverride('MetricsConfig', { EnableDetailedObservability: false, EnableEnhancedMetrics: false });
}

/** Creates the scope of the alarms and the dashboard in the user's scope. Undefined if they are created in the endpoint itself. */
export function monitoringScope(scope: Construct, { monitoring }: Endpoint): Construct | undefined {
  return monitoring.scope && new Construct(monitoring.scope, Names.uniqueId(scope));
}

/**
 * Adds the variants or inference components, and their fleet, to the user's dashboard or to a new one. There is no new dashboard without
 * monitoring.
 */
export function buildDashboard(
  scope: Construct,
  { endpointName, monitoring, fleet }: Endpoint,
  hosts: { readonly alarms?: EndpointAlarms }[],
): TritonDashboard | undefined {
  const dashboard =
    monitoring.dashboard ?? (monitoring.enabled !== false ? new TritonDashboard(scope, 'Dashboard') : undefined);
  for (const { alarms } of hosts) {
    if (alarms) dashboard?._addEndpoint(alarms);
  }
  if (fleet) dashboard?._addFleet({ ...fleet, endpointName });
  return dashboard;
}
