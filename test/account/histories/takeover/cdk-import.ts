import type { Stack } from '../../cloudformation/stack';
import type { Template } from '../../cloudformation/template';
import type { Simulation } from '../../simulation';
import { senderOf } from './legacy-endpoint';

/** The identifier of each resource to import, by logical ID, as in the file of `cdk import --resource-mapping`. */
export type ResourceMapping = Readonly<Record<string, Readonly<Record<string, string>>>>;

const POLL_MILLISECONDS = 5000;

/**
 * The input of CreateChangeSet that `cdk import --resource-mapping` sends. Its template is the deployed template with the mapped resources of the
 * app, each with a DeletionPolicy. `test/deploy/import.system.test.ts` compares it with the request of the CDK CLI.
 */
export function importChangeSet(
  StackName: string,
  deployed: Template,
  { Resources }: Template,
  mapping: ResourceMapping,
): Record<string, unknown> {
  const imported = Object.keys(mapping).map((id) => [id, { DeletionPolicy: 'Retain', ...Resources[id] }] as const);
  return {
    StackName,
    ChangeSetName: 'cdk-deploy-change-set',
    ChangeSetType: 'IMPORT',
    TemplateBody: JSON.stringify({
      ...deployed,
      Resources: { ...deployed.Resources, ...Object.fromEntries(imported) },
    }),
    ResourcesToImport: Object.entries(mapping).map(([LogicalResourceId, ResourceIdentifier]) => ({
      LogicalResourceId,
      ResourceType: Resources[LogicalResourceId].Type,
      ResourceIdentifier,
    })),
  };
}

/** Sends the requests of `cdk import --resource-mapping`, and returns the stack with its last status. */
export async function cdkImport(
  aws: Simulation,
  StackName: string,
  template: Template,
  mapping: ResourceMapping,
): Promise<Stack> {
  const { account, cloudformation } = aws;
  const send = (operation: string, input: Record<string, unknown>) => senderOf(aws)('cloudformation', operation, input);
  const deployed = cloudformation.stacks.get(StackName)?.template ?? { Resources: {} };
  const { Id } = await send('CreateChangeSet', importChangeSet(StackName, deployed, template, mapping));
  await send('DescribeChangeSet', { ChangeSetName: Id });
  await send('ExecuteChangeSet', { ChangeSetName: Id });
  const stack = cloudformation.stacks.get(StackName) as Stack;
  do await account.sleep(POLL_MILLISECONDS);
  while (stack.status.endsWith('_IN_PROGRESS'));
  return stack;
}
