import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../account';
import { arn } from '../arn';
import { AwsError } from '../call';
import { Stack } from './stack';
import type { ResourceDefinition, StackResource, Template } from './template';

type Input = Readonly<Record<string, unknown>>;

/** An existing resource that a change set makes a part of its stack. */
interface ResourceToImport {
  readonly ResourceType: string;
  readonly LogicalResourceId: string;
  readonly ResourceIdentifier: Readonly<Record<string, string>>;
}

interface ChangeSet {
  readonly stack: Stack;
  readonly template: Template;
  readonly resources: readonly ResourceToImport[];
}

/** The operations of CloudFormation on stacks and resources that an import uses. */
export interface Importer {
  readonly account: Account;
  readonly stacks: ReadonlyMap<string, Stack>;
  addStack(name: string, template: Template): Stack;
  canImport(type: string): boolean;
  identifiersOf(type: string): string[];
  import(
    stack: Stack,
    logicalId: string,
    definition: ResourceDefinition,
    identifier: Readonly<Record<string, string>>,
  ): Promise<StackResource>;
  disown(stack: Stack, logicalId: string): void;
}

/** Change sets of the type IMPORT, and the summary of a template that names the types that they accept. */
export class ImportChangeSets {
  private readonly changeSets = new Map<string, ChangeSet>();
  private changeSetCount = 0;

  constructor(private readonly cloudformation: Importer) {}

  /** CreateChangeSet. Throws if the import breaks a rule that CloudFormation checks before it reads the resources. */
  public create(input: Input): object {
    if (input.ChangeSetType !== 'IMPORT') throw new Error('The simulated account has only change sets of type IMPORT');
    const name = String(input.StackName);
    const template = JSON.parse(String(input.TemplateBody)) as Template;
    const resources = input.ResourcesToImport as ResourceToImport[];
    const existing = this.cloudformation.stacks.get(name);
    this.checkTypes(resources);
    checkTemplate(existing?.template, template, resources);
    const stack = existing ?? this.cloudformation.addStack(name, { Resources: {} });
    const id = `changeSet/${String(input.ChangeSetName)}/${++this.changeSetCount}`;
    const Id = arn(this.cloudformation.account, 'cloudformation', id);
    this.changeSets.set(Id, { stack, template, resources });
    return { Id, StackId: stack.id };
  }

  /** DescribeChangeSet. */
  public describe({ ChangeSetName }: Input): object {
    const { stack, resources } = this.find(ChangeSetName);
    return {
      ChangeSetId: ChangeSetName,
      StackId: stack.id,
      StackName: stack.name,
      Status: 'CREATE_COMPLETE',
      ExecutionStatus: 'AVAILABLE',
      Changes: resources.map(({ LogicalResourceId, ResourceType }) => ({
        Type: 'Resource',
        ResourceChange: { Action: 'Import', LogicalResourceId, ResourceType },
      })),
    };
  }

  /** ExecuteChangeSet. The import continues after the response. */
  public execute({ ChangeSetName }: Input): object {
    const changeSet = this.find(ChangeSetName);
    this.changeSets.delete(String(ChangeSetName));
    changeSet.stack.setStatus('IMPORT_IN_PROGRESS');
    this.cloudformation.account.after(0, () => this.import(changeSet));
    return {};
  }

  /** GetTemplateSummary. Its summaries contain only types that can be imported. */
  public summarize({ TemplateBody }: Input): object {
    const { Resources } = JSON.parse(String(TemplateBody)) as Template;
    const types = [...new Set(Object.values(Resources).map(({ Type }) => Type))];
    return {
      ResourceTypes: types,
      ResourceIdentifierSummaries: types
        .filter((type) => this.cloudformation.canImport(type))
        .map((type) => ({
          ResourceType: type,
          LogicalResourceIds: Object.keys(Resources).filter((id) => Resources[id].Type === type),
          ResourceIdentifiers: this.cloudformation.identifiersOf(type),
        })),
    };
  }

  private async import({ stack, template, resources }: ChangeSet): Promise<void> {
    const { template: oldTemplate } = stack;
    stack.template = template;
    try {
      for (const { LogicalResourceId: id, ResourceIdentifier } of resources) {
        const resource = await this.cloudformation.import(stack, id, template.Resources[id], ResourceIdentifier);
        stack.resources.set(id, resource);
      }
      stack.setStatus('IMPORT_COMPLETE');
    } catch (error) {
      stack.setStatus('IMPORT_ROLLBACK_IN_PROGRESS', (error as Error).message);
      // The stack forgets the resources, which remain as they are.
      for (const { LogicalResourceId: id } of resources) {
        stack.resources.delete(id);
        this.cloudformation.disown(stack, id);
      }
      stack.template = oldTemplate;
      stack.setStatus('IMPORT_ROLLBACK_COMPLETE');
    }
  }

  private checkTypes(resources: readonly ResourceToImport[]): void {
    const types = resources.map(({ ResourceType }) => ResourceType);
    const unsupported = [...new Set(types)].filter((type) => !this.cloudformation.canImport(type));
    if (unsupported.length > 0) reject(`ResourceTypes [${unsupported.join(', ')}] are not supported for Import`);
  }

  private find(id: unknown): ChangeSet {
    const changeSet = this.changeSets.get(String(id));
    if (!changeSet) throw new AwsError('ChangeSetNotFoundException', `ChangeSet [${String(id)}] does not exist`, 404);
    return changeSet;
  }
}

/** Throws if the new template creates, changes or deletes anything, or does not retain an imported resource. */
function checkTemplate(
  before: Template = { Resources: {} },
  after: Template,
  resources: readonly ResourceToImport[],
): void {
  const imported = resources.map(({ LogicalResourceId }) => LogicalResourceId);
  const ids = [...new Set([...Object.keys(before.Resources), ...Object.keys(after.Resources)])];
  const added = ids.filter((id) => !(id in before.Resources) && !imported.includes(id));
  if (added.length > 0) reject(`Resources [${added.join(', ')}] is missing from ResourceToImport list`);
  const modified = ids.filter(
    (id) => !imported.includes(id) && !isDeepStrictEqual(before.Resources[id], after.Resources[id]),
  );
  const sections = isDeepStrictEqual(before.Outputs ?? {}, after.Outputs ?? {}) ? modified : [...modified, 'Outputs'];
  if (sections.length > 0) reject(`As part of the import operation, you cannot modify or add [${sections.join(', ')}]`);
  const deletable = imported.filter((id) => after.Resources[id]?.DeletionPolicy === undefined);
  if (deletable.length > 0)
    reject(
      `Following resources to import [${deletable.join(', ')}] must have DeletionPolicy attribute specified in the template.`,
    );
  for (const { LogicalResourceId: id, ResourceIdentifier } of resources) {
    const { Properties = {} } = after.Resources[id];
    for (const [property, value] of Object.entries(ResourceIdentifier)) {
      if (property in Properties && Properties[property] !== value)
        reject(
          `The Identifier [${property}: ${value}] of ${id} does not match the identifier value for the resource in the template`,
        );
    }
  }
}

function reject(message: string): never {
  throw new AwsError('ValidationError', message);
}
