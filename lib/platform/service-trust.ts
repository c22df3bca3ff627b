import { ArnFormat, Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/** A service that names its resource when it assumes a role, by the prefix of its ARNs. */
export type NamingService = 'sagemaker' | 'states' | 'events';

/**
 * A service that may assume a role for the resources of the stack's account and Region alone, and not on behalf of another account (IAM user
 * guide, "The confused deputy problem"). For services whose documentation says that they send `aws:SourceArn` when they assume a role:
 *
 * - `sagemaker`: endpoints, processing and training jobs. For endpoints the value has to end in `*` as here, since SageMaker sends that very
 *   text and no name of an endpoint (SageMaker developer guide, "Cross-service confused deputy prevention").
 * - `states`: a state machine (Step Functions developer guide, "Creating an IAM role for your state machine").
 * - `events`: a rule (EventBridge user guide, "Cross-service confused deputy prevention").
 *
 * All read on 2026-11-23. The account and the Region are in the ARN, which makes `aws:SourceAccount` redundant. Two kinds of role cannot have
 * the condition: `serviceTrust` says which and why.
 */
export function trustForAccount(scope: Construct, service: NamingService): ServicePrincipal {
  const ownResources = Stack.of(scope).formatArn({ service, resource: '*', arnFormat: ArnFormat.NO_RESOURCE_NAME });
  return new ServicePrincipal(`${service}.amazonaws.com`, {
    conditions: { ArnLike: { 'aws:SourceArn': ownResources } },
  });
}

/**
 * A service that may assume a role without a condition, because no documentation says that it sends `aws:SourceArn` or `aws:SourceAccount`
 * there, and a condition on a key that is missing denies: the deployment would fail.
 *
 * - `lambda`: the developer guide has no trust policy with either key for execution roles, and functions in a VPC failed with one
 *   (aws/aws-parallelcluster#6926, 2025-07-31). A function of another account cannot have the role, because `iam:PassRole` ends at the account.
 * - `sagemaker` for Inference Recommender: the page above lists the features that send the key, and Inference Recommender is none of them.
 */
export function serviceTrust(service: 'lambda' | 'sagemaker'): ServicePrincipal {
  return new ServicePrincipal(`${service}.amazonaws.com`);
}
