import { Account } from '../account';
import { AwsError, Call, Service } from '../call';
import { CustomResources } from './custom-resource';
import { HalfMadeError, Made, Provider, Request } from './provider';
import { PROVIDERS } from './providers';
import { ResourceSchema } from './resource-schema';
import { Stack } from './stack';
import { Properties, ResourceDefinition, StackResource, Template } from './template';
import { WaitConditions } from './wait-condition';

/** One thing that CloudFormation does with one resource. */
export interface Step {
  readonly stack: string;
  readonly logicalId: string;
  readonly action: 'create' | 'update' | 'delete';
  /** Before the service was asked, or after it has done it. */
  readonly moment: 'before' | 'after';
  /** Whether the stack moves to its new template, goes back, or removes what it no longer needs. */
  readonly phase: Phase;
}

export type Phase = 'forward' | 'rollback' | 'clean-up';

/** What lets a step fail, by a sentence. */
export type StepFailure = (step: Step) => string | undefined;

/** CloudFormation's handlers of single resources. What it does with a whole stack is in `create-stack`, `update-stack` and `delete-stack`. */
export class Engine implements Service {
  public readonly name = 'cloudformation';
  public readonly stacks = new Map<string, Stack>();
  public readonly customResources: CustomResources;
  public readonly waitConditions: WaitConditions;
  public failure: StepFailure = () => undefined;
  /** What was left behind because its deletion in a clean-up failed. */
  public readonly orphans: { stack: string; resource: StackResource; reason: string }[] = [];
  /** Physical ids of what a policy of the template has kept in the account. */
  public readonly kept: string[] = [];
  /** Who has which physical name. */
  private readonly owners = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  constructor(public readonly account: Account) {
    this.customResources = new CustomResources(account);
    this.waitConditions = new WaitConditions(account);
  }

  public async handle({ operation, input }: Call): Promise<object> {
    if (operation !== 'DescribeStacks') throw new Error(`cloudformation has no operation ${operation}`);
    const stack = [...this.stacks.values()].find(({ id, name }) => [id, name].includes(String(input.StackName)));
    if (!stack) throw new AwsError('ValidationError', `Stack with id ${String(input.StackName)} does not exist`);
    return { Stacks: [{ StackName: stack.name, StackId: stack.id, StackStatus: stack.status }] };
  }

  /** Makes a resource. What is known of it is in the error when it fails half-way. */
  public async create(
    stack: Stack,
    logicalId: string,
    definition: ResourceDefinition,
    cancelled: AbortSignal,
  ): Promise<StackResource> {
    const type = definition.Type;
    const properties = stack.propertiesOf(definition);
    const provider = this.providerOf(type);
    const given = provider.nameProperty === undefined ? undefined : properties[provider.nameProperty];
    const physicalId = String(given ?? this.makeUpName(stack, logicalId, type));
    const request = this.request(stack, { logicalId, type, properties, physicalId }, properties, cancelled);
    stack.note(logicalId, 'CREATE_IN_PROGRESS');
    try {
      this.inject(stack, logicalId, 'create', 'before', 'forward');
      validate(logicalId, type, properties);
      this.claimFree(type, identifierOf(type, properties) ?? physicalId);
      const resource = asResource(logicalId, definition, properties, await provider.create(request));
      this.own(stack, resource);
      try {
        this.inject(stack, logicalId, 'create', 'after', 'forward');
      } catch (error) {
        throw new HalfMadeError((error as Error).message, resource.physicalId);
      }
      stack.note(logicalId, 'CREATE_COMPLETE');
      return resource;
    } catch (error) {
      stack.note(logicalId, 'CREATE_FAILED', (error as Error).message);
      throw error;
    }
  }

  /** Changes a resource in place. A custom resource may come back with another physical id. */
  public async update(
    stack: Stack,
    {
      resource,
      definition,
      properties,
    }: { resource: StackResource; definition: ResourceDefinition; properties: Properties },
    phase: Phase,
    cancelled: AbortSignal,
  ): Promise<StackResource> {
    const { logicalId, type } = resource;
    stack.note(logicalId, 'UPDATE_IN_PROGRESS');
    try {
      this.inject(stack, logicalId, 'update', 'before', phase);
      validate(logicalId, type, properties);
      const made = await this.providerOf(type).update(
        this.request(stack, { ...resource, properties }, resource.properties, cancelled),
      );
      const updated = asResource(logicalId, definition, properties, made, resource);
      this.own(stack, updated);
      this.inject(stack, logicalId, 'update', 'after', phase);
      stack.note(logicalId, 'UPDATE_COMPLETE');
      return updated;
    } catch (error) {
      stack.note(logicalId, 'UPDATE_FAILED', (error as Error).message);
      throw error;
    }
  }

  public async delete(stack: Stack, resource: StackResource, phase: Phase): Promise<void> {
    const { logicalId, type, properties } = resource;
    stack.note(logicalId, 'DELETE_IN_PROGRESS', resource.physicalId);
    try {
      this.inject(stack, logicalId, 'delete', 'before', phase);
      await this.providerOf(type).delete(this.request(stack, resource, properties, new AbortController().signal));
      this.owners.delete(`${type} ${identifierOf(type, properties) ?? resource.physicalId}`);
      stack.note(logicalId, 'DELETE_COMPLETE', resource.physicalId);
    } catch (error) {
      stack.note(logicalId, 'DELETE_FAILED', (error as Error).message);
      throw error;
    }
  }

  /** Throws unless the account knows how to make everything of a template: the fault would be the account's. */
  public checkTypes({ Resources }: Template): void {
    for (const { Type } of Object.values(Resources)) this.providerOf(Type);
  }

  private request(
    { name, id }: Stack,
    {
      logicalId,
      type,
      properties,
      physicalId,
    }: Pick<StackResource, 'logicalId' | 'type' | 'properties' | 'physicalId'>,
    old: Properties,
    cancelled: AbortSignal,
  ): Request {
    return {
      world: this.account,
      stackName: name,
      stackId: id,
      logicalId,
      type,
      properties,
      old,
      physicalId,
      cancelled,
    };
  }

  private providerOf(type: string): Provider {
    if (isCustom(type)) return this.customResources;
    const provider = this.waitConditions.providerOf(type) ?? PROVIDERS[type];
    if (!provider) throw new Error(`The account has no provider for ${type}`);
    return provider;
  }

  private inject(stack: Stack, logicalId: string, action: Step['action'], moment: Step['moment'], phase: Phase): void {
    const reason = this.failure({ stack: stack.name, logicalId, action, moment, phase });
    if (reason !== undefined) throw new Error(reason);
  }

  private own(stack: Stack, { type, properties, physicalId, logicalId }: StackResource): void {
    if (isCustom(type)) return;
    this.owners.set(`${type} ${identifierOf(type, properties) ?? physicalId}`, `${stack.name}/${logicalId}`);
  }

  /** A replacement is there before the old resource goes, so a name that the template has cannot stay. */
  public refuseSameName({ type, properties: before }: StackResource, after: Properties): void {
    const { nameProperty = '' } = this.providerOf(type);
    const name = after[nameProperty];
    if (name === undefined || name !== before[nameProperty]) return;
    throw new Error(
      `CloudFormation cannot update a stack when a custom-named resource requires replacing. Rename ${String(name)} and update the stack again.`,
    );
  }

  private claimFree(type: string, physicalId: string): void {
    const owner = this.owners.get(`${type} ${physicalId}`);
    if (owner !== undefined) throw new Error(`${physicalId} already exists in stack ${owner}`);
  }

  /** `Stack-LogicalId-suffix`; of buckets in lower case. The suffix counts, so that equal histories have equal names. */
  private makeUpName(stack: Stack, logicalId: string, type: string): string {
    const count = (this.counts.get(`${stack.name}/${logicalId}`) ?? 0) + 1;
    this.counts.set(`${stack.name}/${logicalId}`, count);
    const name = `${stack.name.slice(0, 20)}-${logicalId.slice(0, 20)}${logicalId.slice(-4)}-${String(count).padStart(12, 'x')}`;
    return type === 'AWS::S3::Bucket' ? name.toLowerCase() : name;
  }
}

function isCustom(type: string): boolean {
  return type.startsWith('Custom::') || type === 'AWS::CloudFormation::CustomResource';
}

/** What CloudFormation judges itself, when the functions of the properties are resolved and before it sends a request. */
function validate(logicalId: string, type: string, properties: Properties): void {
  if (!isCustom(type)) ResourceSchema.of(type).validate(logicalId, properties);
}

function identifierOf(type: string, properties: Properties): string | undefined {
  return isCustom(type) ? undefined : ResourceSchema.of(type).identifierOf(properties);
}

function asResource(
  logicalId: string,
  definition: ResourceDefinition,
  properties: Properties,
  { physicalId, ref = physicalId, attributes }: Made,
  before?: StackResource,
): StackResource {
  return {
    logicalId,
    type: definition.Type,
    definition,
    properties,
    physicalId,
    ref,
    attributes: attributes ?? before?.attributes ?? {},
  };
}
