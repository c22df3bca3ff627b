import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** The permission to pull an image; one that lies in no registry of AWS needs none. */
export function pullImage({ repositoryArn }: { readonly repositoryArn?: string }): PolicyStatement[] {
  if (repositoryArn === undefined) return [];
  return [
    new PolicyStatement({
      actions: ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
      resources: [repositoryArn],
    }),
    // The action supports no resource.
    new PolicyStatement({ actions: ['ecr:GetAuthorizationToken'], resources: ['*'] }),
  ];
}
