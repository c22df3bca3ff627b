import { CfnMapping, Stack, Token } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { PublishedRelease, registryAccounts } from '../../platform/triton-releases';
import { ImageSource, TritonImageConfig } from './image-source';

const REPOSITORY = 'sagemaker-tritonserver';

/** What the tag of an image ends with: AWS publishes a second one for instances without GPU. */
export type TagEnd = '' | '-cpu';

/** The image that AWS publishes: the registry's account depends on the region and on the release. */
export function publishedImage(row: PublishedRelease, tagEnd: TagEnd = ''): ImageSource {
  const accounts = registryAccounts(row);
  return {
    regions: Object.keys(accounts),
    bind(scope: Construct): TritonImageConfig {
      const stack = Stack.of(scope);
      const account = Token.isUnresolved(stack.region)
        ? accountByMapping(stack, row.release, accounts)
        : accounts[stack.region];
      return {
        uri: `${account}.dkr.ecr.${stack.region}.${stack.urlSuffix}/${REPOSITORY}:${row.release}-py3${tagEnd}`,
        repositoryArn: stack.formatArn({ service: 'ecr', account, resource: 'repository', resourceName: REPOSITORY }),
      };
    },
  };
}

/** In a stack without a region, CloudFormation looks the account up when it deploys. */
function accountByMapping(stack: Stack, release: string, accounts: Record<string, string>): string {
  const id = `TritonRegistry${release.replace('.', '')}`;
  const existing = stack.node.tryFindChild(id) as CfnMapping | undefined;
  const mapping = Object.fromEntries(Object.entries(accounts).map(([region, account]) => [region, { account }]));
  return (existing ?? new CfnMapping(stack, id, { mapping, lazy: true })).findInMap(stack.region, 'account');
}
