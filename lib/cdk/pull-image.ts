import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** Permissions to pull an image. An image outside of ECR requires none. */
export function imagePullPermissions({ repositoryArn }: { readonly repositoryArn?: string }): PolicyStatement[] {
  if (repositoryArn === undefined) return [];
  return [
    new PolicyStatement({
      actions: ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
      resources: [repositoryArn],
    }),
    // The action does not support resource-level permissions.
    new PolicyStatement({ actions: ['ecr:GetAuthorizationToken'], resources: ['*'] }),
  ];
}
