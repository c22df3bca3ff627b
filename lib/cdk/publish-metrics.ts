import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

/**
 * Allows SageMaker to publish the metrics of an endpoint's instances, such as GPUUtilization, with the endpoint's role. The request metrics, in
 * AWS/SageMaker, do not require this permission.
 *
 * Source: SageMaker developer guide, "CreateModel API: Execution Role Permissions" (read 2026-11-22), which names the action without a
 * condition; aws-samples/host-yolov8-on-sagemaker-endpoint#26 (2025-10-16).
 */
export function metricsPermission(): PolicyStatement {
  return new PolicyStatement({
    actions: ['cloudwatch:PutMetricData'],
    // The action does not support resource-level permissions.
    resources: ['*'],
    conditions: { StringLike: { 'cloudwatch:namespace': '/aws/sagemaker/*' } },
  });
}
