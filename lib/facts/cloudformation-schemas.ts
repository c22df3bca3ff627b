import table from './cloudformation-schemas.json';

/** Names of the constructs whose resource types are in the table. */
export type DeployedConstruct = keyof typeof table.types;

/** Date of the schemas in the table. */
export const SCHEMA_DATE = table.date;

/** Minutes after which CloudFormation ends an operation on an endpoint. */
export const ENDPOINT_TIMEOUT_MINUTES = table.timeoutMinutes['AWS::SageMaker::Endpoint'];

/** A construct's resource types that CloudFormation does not support in a Region. Empty for a Region without published schemas. */
export function unsupportedResourceTypes(region: string, construct: DeployedConstruct): string[] {
  const missing: string[] = (table.missing as Record<string, string[]>)[region] ?? [];
  return missing.filter((type) => table.types[construct].includes(type));
}
