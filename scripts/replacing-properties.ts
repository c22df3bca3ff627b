import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';

/** The properties whose changes replace the resource, by CloudFormation resource type. */
export function replacingProperties(): Record<string, string[]> {
  const table: Record<string, string[]> = {};
  for (const { cloudFormationType, properties } of loadAwsServiceSpecSync().all('resource')) {
    const names = Object.keys(properties).filter((name) => properties[name].causesReplacement === 'yes');
    if (names.length > 0) table[cloudFormationType] = names.sort();
  }
  return table;
}
