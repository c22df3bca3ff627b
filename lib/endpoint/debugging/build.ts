import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

/**
 * The permission that a session requires (SageMaker developer guide, "Access containers through SSM", read 2026-11-22). The actions do not
 * support resource-level permissions.
 */
export function sessionPermission(): PolicyStatement {
  return new PolicyStatement({
    actions: ['CreateControlChannel', 'CreateDataChannel', 'OpenControlChannel', 'OpenDataChannel'].map(
      (action) => `ssmmessages:${action}`,
    ),
    resources: ['*'],
  });
}
