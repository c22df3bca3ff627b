import { Stack } from 'aws-cdk-lib';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { keptLogGroupNameOf } from '../../diagnosis/kept-log';
import { allowLogEncryption } from '../../monitoring/endpoint-logs';
import { Endpoint } from '../resolved/endpoint';
import { ReportFunction } from './report-function';

/**
 * Reports why a deployment of the endpoint fails. The endpoint depends on the function, its permissions and its rules: CloudFormation deletes them
 * after an endpoint whose creation failed, so they still exist when the event arrives.
 */
export function buildFailureReport(
  scope: Construct,
  { endpointName, monitoring }: Endpoint,
  config: CfnEndpointConfig,
  endpoint: CfnEndpoint,
): void {
  const { logEncryptionKey } = monitoring;
  if (logEncryptionKey) allowLogEncryption(logEncryptionKey, Stack.of(scope), keptLogGroupNameOf(endpointName));
  const reporter = ReportFunction.of(scope);
  reporter.add(endpointName, { endpoint: endpoint.logicalId, config: config.logicalId, key: logEncryptionKey?.keyArn });
  endpoint.node.addDependency(reporter);
}
