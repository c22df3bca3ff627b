import { CustomResource, Duration, Stack } from 'aws-cdk-lib';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { keptLogGroupNameOf } from '../../diagnosis/kept-log';
import { allowLogs } from '../../monitoring/endpoint-logs';
import { Endpoint } from '../endpoint';
import { ReportFunction } from './report-function';

/** CloudFormation waits no longer for a custom resource. */
const TIMEOUT = Duration.hours(1);

/**
 * Has an endpoint watched while it is deployed. The watch depends on all that the endpoint depends on, so that CloudFormation begins both
 * at the same time, and nothing depends on the watch. The endpoint depends on its function: a stack that is deleted while it is created, or
 * whose creation is rolled back, deletes the function's permissions only after the endpoint, when the function no longer looks at it.
 */
export function buildFailureReport(
  scope: Construct,
  { endpointName, monitoring }: Endpoint,
  cfnEndpointConfig: CfnEndpointConfig,
  cfnEndpoint: CfnEndpoint,
): void {
  if (monitoring.failureReport === false) return;
  const reporter = ReportFunction.of(scope);
  reporter.allow(endpointName);
  const { logEncryptionKey } = monitoring;
  if (logEncryptionKey) allowLogs(logEncryptionKey, Stack.of(scope), keptLogGroupNameOf(endpointName));
  const report = new CustomResource(scope, 'FailureReport', {
    resourceType: 'Custom::TritonFailureReport',
    serviceToken: reporter.handler.functionArn,
    serviceTimeout: TIMEOUT,
    properties: {
      EndpointName: endpointName,
      EndpointConfigName: cfnEndpointConfig.attrEndpointConfigName,
      EncryptionKeyArn: logEncryptionKey?.keyArn,
    },
  });
  cfnEndpoint.node.addDependency(reporter);
  report.node.addDependency(...cfnEndpoint.node.dependencies);
}
