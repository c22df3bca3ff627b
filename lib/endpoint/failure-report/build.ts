import { CfnResource, CustomResource, Duration, Stack } from 'aws-cdk-lib';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { FailureReportProperties } from '../../contracts/failure-report-properties';
import { keptLogGroupNameOf } from '../../diagnosis/kept-log';
import { allowLogEncryption } from '../../monitoring/endpoint-logs';
import { Endpoint } from '../endpoint';
import { ReportFunction } from './report-function';

/** CloudFormation's limit for a custom resource. */
const TIMEOUT = Duration.hours(1);

/** Creates the custom resource that reports why a deployment of the endpoint fails. */
export function buildFailureReport(
  scope: Construct,
  { endpointName, monitoring }: Endpoint,
  cfnEndpointConfig: CfnEndpointConfig,
  cfnEndpoint: CfnEndpoint,
): void {
  if (monitoring.failureReport === false) return;
  const { logEncryptionKey } = monitoring;
  if (logEncryptionKey) allowLogEncryption(logEncryptionKey, Stack.of(scope), keptLogGroupNameOf(endpointName));
  createReport(scope, cfnEndpoint, {
    EndpointName: endpointName,
    EndpointConfigName: cfnEndpointConfig.attrEndpointConfigName,
    EncryptionKeyArn: logEncryptionKey?.keyArn,
  });
}

/** An inference component whose deployments are watched. */
export interface ReportedComponent {
  /** The endpoint that hosts the inference component, with its own failure report. */
  readonly endpoint: Pick<Endpoint, 'endpointName' | 'monitoring'>;
  readonly cfnEndpoint: CfnEndpoint;
  /** Name of the inference component in SageMaker. */
  readonly inferenceComponentName: string;
  readonly cfnInferenceComponent: CfnResource;
  /** Name of the SageMaker model that the deployment gives to the inference component. */
  readonly modelName: string;
}

/**
 * Creates the custom resource that reports why a deployment of an inference component fails. CloudFormation updates this resource, which then
 * watches, only if the model of the inference component changes.
 */
export function buildComponentFailureReport(scope: Construct, component: ReportedComponent): void {
  const { endpointName, monitoring } = component.endpoint;
  if (monitoring.failureReport === false) return;
  component.cfnInferenceComponent.node.addDependency(component.cfnEndpoint);
  createReport(scope, component.cfnInferenceComponent, {
    EndpointName: endpointName,
    InferenceComponentName: component.inferenceComponentName,
    ModelName: component.modelName,
    EncryptionKeyArn: monitoring.logEncryptionKey?.keyArn,
  });
}

/**
 * Creates the custom resource that watches the deployment of a target. The report depends on everything that the target depends on, so
 * CloudFormation starts the report and the target at the same time. No resource depends on the report.
 *
 * The target depends on the function of the report. If the stack is deleted during its creation, or its creation is rolled back,
 * CloudFormation therefore deletes the permissions of the function only after the target, when the function no longer requires them.
 */
function createReport(scope: Construct, target: CfnResource, properties: FailureReportProperties): void {
  const reporter = ReportFunction.of(scope);
  reporter.allow(properties);
  const report = new CustomResource(scope, 'FailureReport', {
    resourceType: 'Custom::TritonFailureReport',
    serviceToken: reporter.libraryFunction.function.functionArn,
    serviceTimeout: TIMEOUT,
    properties: { ...properties },
  });
  target.node.addDependency(reporter);
  report.node.addDependency(...target.node.dependencies);
}
