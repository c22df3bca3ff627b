import { ArnFormat, Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/** A service that sends `aws:SourceArn` when it assumes a role. The value is the service name in ARNs. */
export type SourceArnService = 'sagemaker' | 'states';

/**
 * A principal that allows a service to assume a role only for resources in the stack's account and Region, not on behalf of a different
 * account (IAM user guide, "The confused deputy problem"). AWS documents that these services send `aws:SourceArn` when they assume a role:
 *
 * - `sagemaker`: endpoints, processing and training jobs. For endpoints, SageMaker sends an ARN that ends with `*` instead of a name, so the
 *   value must end with `*` (SageMaker developer guide, "Cross-service confused deputy prevention").
 * - `states`: a state machine (Step Functions developer guide, "Creating an IAM role for your state machine").
 *
 * All sources read 2026-11-23. The ARN contains the account and the Region, so `aws:SourceAccount` is redundant. For roles that cannot
 * have the condition, use `serviceTrust`.
 */
export function trustForAccount(scope: Construct, service: SourceArnService): ServicePrincipal {
  const resourcesOfAccount = Stack.of(scope).formatArn({
    service,
    resource: '*',
    arnFormat: ArnFormat.NO_RESOURCE_NAME,
  });
  return new ServicePrincipal(`${service}.amazonaws.com`, {
    conditions: { ArnLike: { 'aws:SourceArn': resourcesOfAccount } },
  });
}

/**
 * A principal that allows a service to assume a role without a condition, because the service is not documented to send `aws:SourceArn` or
 * `aws:SourceAccount`. A condition on a missing key denies access, so the deployment would fail.
 *
 * - `lambda`: the developer guide has no trust policy with either key for execution roles, and functions in a VPC failed with such a
 *   trust policy (aws/aws-parallelcluster#6926, 2025-07-31). A function in a different account cannot use the role, because `iam:PassRole`
 *   is limited to the account.
 * - `sagemaker` for Inference Recommender, which is not in the list of features that send the key (same page of the developer guide).
 */
export function serviceTrust(service: 'lambda' | 'sagemaker'): ServicePrincipal {
  return new ServicePrincipal(`${service}.amazonaws.com`);
}
