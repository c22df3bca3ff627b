import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Content } from '../resolved/content';

/** Permissions to read models: one statement to read and one to list per bucket, because IAM limits the size of a role's policies. */
export function modelReadPermissions(contents: Content[]): PolicyStatement[] {
  const locationsByBucket = new Map<string, Content['location'][]>();
  for (const { location } of contents) {
    locationsByBucket.set(location.bucketArn, [...(locationsByBucket.get(location.bucketArn) ?? []), location]);
  }
  return [...locationsByBucket].flatMap(([bucketArn, locations]) => {
    const prefixes = uniqueKeys(locations.filter(({ isPrefix }) => isPrefix));
    const objects = uniqueKeys(locations.filter(({ isPrefix }) => !isPrefix));
    const readStatement = new PolicyStatement({
      actions: ['s3:GetObject'],
      resources: [...objects, ...prefixes.map((prefix) => `${prefix}*`)].map((key) => `${bucketArn}/${key}`),
    });
    if (prefixes.length === 0) return [readStatement];
    const listStatement = new PolicyStatement({
      actions: ['s3:ListBucket'],
      resources: [bucketArn],
      conditions: {
        StringLike: { 's3:prefix': prefixes.length === 1 ? `${prefixes[0]}*` : prefixes.map((prefix) => `${prefix}*`) },
      },
    });
    return [readStatement, listStatement];
  });
}

function uniqueKeys(locations: Content['location'][]): string[] {
  return [...new Set(locations.map(({ key }) => key))];
}
