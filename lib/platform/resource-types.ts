import { Stack, Token } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { error, Finding } from '../findings/finding';
import table from './cloudformation-schemas.json';

/** What is deployed. */
type Deployed = keyof typeof table.types;

/** Types that CloudFormation does not have in a region. None of a region whose schemas are not published. */
export function missingTypes(region: string, deployed: Deployed): string[] {
  const missing: string[] = (table.missing as Record<string, string[]>)[region] ?? [];
  return missing.filter((type) => table.types[deployed].includes(type));
}

/** CloudFormation would refuse the whole template. */
export function checkResourceTypes(scope: Construct, deployed: Deployed): Finding[] {
  const { region } = Stack.of(scope);
  if (Token.isUnresolved(region)) return [];
  const missing = missingTypes(region, deployed);
  if (missing.length === 0) return [];
  const message = `got ${region}, where CloudFormation does not have ${missing.join(', ')} (${table.date}); allowed: a stack in a different Region`;
  return [error('sm.resource-region', 'env.region', message)];
}

/** Minutes after which CloudFormation ends an operation on an endpoint. */
export const ENDPOINT_MINUTES = table.timeoutMinutes['AWS::SageMaker::Endpoint'];
