import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Content } from '../endpoint';

/** The permission to read models: for each bucket one statement to read and one to list, since IAM limits the size of a role's policies. */
export function readModels(contents: Content[]): PolicyStatement[] {
  const byBucket = new Map<string, Content['location'][]>();
  for (const { location } of contents) {
    byBucket.set(location.bucketArn, [...(byBucket.get(location.bucketArn) ?? []), location]);
  }
  return [...byBucket].flatMap(([bucketArn, locations]) => {
    const prefixes = unique(locations.filter(({ isPrefix }) => isPrefix));
    const objects = unique(locations.filter(({ isPrefix }) => !isPrefix));
    const read = new PolicyStatement({
      actions: ['s3:GetObject'],
      resources: [...objects, ...prefixes.map((prefix) => `${prefix}*`)].map((key) => `${bucketArn}/${key}`),
    });
    if (prefixes.length === 0) return [read];
    const list = new PolicyStatement({
      actions: ['s3:ListBucket'],
      resources: [bucketArn],
      conditions: {
        StringLike: { 's3:prefix': prefixes.length === 1 ? `${prefixes[0]}*` : prefixes.map((prefix) => `${prefix}*`) },
      },
    });
    return [read, list];
  });
}

function unique(locations: Content['location'][]): string[] {
  return [...new Set(locations.map(({ key }) => key))];
}
