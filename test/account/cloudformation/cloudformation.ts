import { SimulatedAccount } from '../simulated-account';
import { Call, Service } from '../call';
import { CustomResources } from './custom-resource';
import { PartialFailureError, PhysicalResource, Provider, ResourceRequest } from './provider';
import { PROVIDERS } from './providers';
import { ResourceSchema } from './resource-schema';
import { Stack } from './stack';
import { StackRequests } from './stack-requests';
import { Properties, ResourceDefinition, StackResource, Template } from './template';

/** A point of an operation on one resource, at which a test can inject a failure. */
export interface Step {
  readonly stack: string;
  readonly logicalId: string;
  readonly action: 'create' | 'update' | 'delete';
  /** Before the request to the service, or after its success. */
  readonly moment: 'before' | 'after';
  /** Whether the stack changes to its new template, rolls back, or deletes resources that it no longer needs. */
  readonly phase: Phase;
}

export type Phase = 'forward' | 'rollback' | 'clean-up';

/** Returns the message with which a step fails, or undefined. */
export type StepFailure = (step: Step) => string | undefined;

/** The operations of CloudFormation on single resources. The operations on stacks are in `deploy.ts` and `update-stack.ts`. */
export class CloudFormation implements Service {
  public readonly name = 'cloudformation';
  public readonly stacks = new Map<string, Stack>();
  public readonly customResources: CustomResources;
  private readonly requests: StackRequests;
  /** Whether operations on stacks are in express mode: resources are complete when the service has accepted the request. */
  public isExpress = false;
  public injectFailure: StepFailure = () => undefined;
  /** Resources that CloudFormation abandoned because they could not be deleted in a clean-up. */
  public readonly abandoned: { stack: string; resource: StackResource; reason: string }[] = [];
  /** Physical IDs of the resources that a DeletionPolicy has retained. */
  public readonly retainedIds: string[] = [];
  /** The stack and logical ID (`Stack/LogicalId`) of each resource, by resource type and identifier. */
  private readonly owners = new Map<string, string>();
  private readonly generatedNameCounts = new Map<string, number>();

  constructor(public readonly account: SimulatedAccount) {
    this.customResources = new CustomResources(account);
    this.requests = new StackRequests(this);
  }

  public async handle(call: Call): Promise<object> {
    return this.requests.handle(call);
  }

  /** Records a new stack, which has no resources yet. */
  public addStack(name: string, template: Template): Stack {
    const { account } = this;
    const id = `arn:aws:cloudformation:${account.region}:${account.accountId}:stack/${name}/${Math.floor(account.random() * 1e9)}`;
    const stack = new Stack(account, name, id, template);
    this.stacks.set(name, stack);
    return stack;
  }

  /** Records that a resource, which remains, no longer belongs to the stack. */
  public disown(stack: Stack, logicalId: string): void {
    for (const [identifier, owner] of this.owners)
      if (owner === `${stack.name}/${logicalId}`) this.owners.delete(identifier);
  }

  /** Creates a resource. If the creation fails after the resource exists, throws a `PartialFailureError` with the physical ID. */
  public async create(
    stack: Stack,
    logicalId: string,
    definition: ResourceDefinition,
    cancelled: AbortSignal,
  ): Promise<StackResource> {
    const type = definition.Type;
    const properties = stack.propertiesOf(definition);
    const provider = this.providerOf(type);
    const name = provider.nameProperty === undefined ? undefined : properties[provider.nameProperty];
    const physicalId = String(name ?? this.generateName(stack, logicalId, type));
    const request = this.buildRequest(stack, { logicalId, type, properties, physicalId }, properties, cancelled);
    stack.addEvent(logicalId, 'CREATE_IN_PROGRESS');
    try {
      this.throwInjectedFailure(stack, logicalId, 'create', 'before', 'forward');
      validate(logicalId, type, properties);
      this.assertIdentifierIsUnused(type, identifierOf(type, properties) ?? physicalId);
      const resource = toStackResource(logicalId, definition, properties, await provider.create(request));
      this.registerOwner(stack, resource);
      try {
        this.throwInjectedFailure(stack, logicalId, 'create', 'after', 'forward');
      } catch (error) {
        throw new PartialFailureError((error as Error).message, resource.physicalId);
      }
      stack.addEvent(logicalId, 'CREATE_COMPLETE');
      return resource;
    } catch (error) {
      stack.addEvent(logicalId, 'CREATE_FAILED', (error as Error).message);
      throw error;
    }
  }

  /** Updates a resource in place. A custom resource may return a new physical ID. */
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
    stack.addEvent(logicalId, 'UPDATE_IN_PROGRESS');
    try {
      this.throwInjectedFailure(stack, logicalId, 'update', 'before', phase);
      validate(logicalId, type, properties);
      const physicalResource = await this.providerOf(type).update(
        this.buildRequest(stack, { ...resource, properties }, resource.properties, cancelled),
      );
      const updatedResource = toStackResource(logicalId, definition, properties, physicalResource, resource);
      this.registerOwner(stack, updatedResource);
      this.throwInjectedFailure(stack, logicalId, 'update', 'after', phase);
      stack.addEvent(logicalId, 'UPDATE_COMPLETE');
      return updatedResource;
    } catch (error) {
      stack.addEvent(logicalId, 'UPDATE_FAILED', (error as Error).message);
      throw error;
    }
  }

  public async delete(stack: Stack, resource: StackResource, phase: Phase): Promise<void> {
    const { logicalId, type, properties } = resource;
    stack.addEvent(logicalId, 'DELETE_IN_PROGRESS', resource.physicalId);
    try {
      this.throwInjectedFailure(stack, logicalId, 'delete', 'before', phase);
      await this.providerOf(type).delete(this.buildRequest(stack, resource, properties, new AbortController().signal));
      this.owners.delete(`${type} ${identifierOf(type, properties) ?? resource.physicalId}`);
      stack.addEvent(logicalId, 'DELETE_COMPLETE', resource.physicalId);
    } catch (error) {
      stack.addEvent(logicalId, 'DELETE_FAILED', (error as Error).message);
      throw error;
    }
  }

  /** Throws if the simulated account does not implement a resource type of the template. */
  public checkTypes({ Resources }: Template): void {
    for (const { Type } of Object.values(Resources)) this.providerOf(Type);
  }

  private buildRequest(
    { name, id }: Stack,
    {
      logicalId,
      type,
      properties,
      physicalId,
    }: Pick<StackResource, 'logicalId' | 'type' | 'properties' | 'physicalId'>,
    previousProperties: Properties,
    cancelled: AbortSignal,
  ): ResourceRequest {
    return {
      account: this.account,
      stackName: name,
      stackId: id,
      logicalId,
      type,
      properties: coerce(type, properties),
      previousProperties: coerce(type, previousProperties),
      physicalId,
      isExpress: this.isExpress,
      cancelled,
    };
  }

  private providerOf(type: string): Provider {
    if (isCustom(type)) return this.customResources;
    const provider = PROVIDERS[type];
    if (!provider) throw new Error(`The simulated account has no provider for ${type}`);
    return provider;
  }

  private throwInjectedFailure(
    stack: Stack,
    logicalId: string,
    action: Step['action'],
    moment: Step['moment'],
    phase: Phase,
  ): void {
    const reason = this.injectFailure({ stack: stack.name, logicalId, action, moment, phase });
    if (reason !== undefined) throw new Error(reason);
  }

  private registerOwner(stack: Stack, { type, properties, physicalId, logicalId }: StackResource): void {
    if (isCustom(type)) return;
    this.owners.set(`${type} ${identifierOf(type, properties) ?? physicalId}`, `${stack.name}/${logicalId}`);
  }

  /** Throws if a replacement has the same name as the old resource, which is deleted only after the replacement was created. */
  public rejectSameName({ type, properties: before }: StackResource, after: Properties): void {
    const { nameProperty = '' } = this.providerOf(type);
    const name = after[nameProperty];
    if (name === undefined || name !== before[nameProperty]) return;
    throw new Error(
      `CloudFormation cannot update a stack when a custom-named resource requires replacing. Rename ${String(name)} and update the stack again.`,
    );
  }

  private assertIdentifierIsUnused(type: string, identifier: string): void {
    const owner = this.owners.get(`${type} ${identifier}`);
    if (owner !== undefined) throw new Error(`${identifier} already exists in stack ${owner}`);
  }

  /**
   * Generates a name such as `Stack-LogicalId-suffix`, in lower case for a bucket. The suffix is a counter, so that repeated test runs
   * generate the same names.
   */
  private generateName(stack: Stack, logicalId: string, type: string): string {
    const count = (this.generatedNameCounts.get(`${stack.name}/${logicalId}`) ?? 0) + 1;
    this.generatedNameCounts.set(`${stack.name}/${logicalId}`, count);
    const name = `${stack.name.slice(0, 20)}-${logicalId.slice(0, 20)}${logicalId.slice(-4)}-${String(count).padStart(12, 'x')}`;
    return type === 'AWS::S3::Bucket' ? name.toLowerCase() : name;
  }
}

function isCustom(type: string): boolean {
  return type.startsWith('Custom::') || type === 'AWS::CloudFormation::CustomResource';
}

/** Validates resolved properties as CloudFormation does before it sends a request to the service. */
function validate(logicalId: string, type: string, properties: Properties): void {
  if (!isCustom(type)) ResourceSchema.of(type).validate(logicalId, properties);
}

/** Converts resolved properties to the types of the schema, before they are sent to the service. */
function coerce(type: string, properties: Properties): Properties {
  return isCustom(type) ? properties : ResourceSchema.of(type).coerce(properties);
}

function identifierOf(type: string, properties: Properties): string | undefined {
  return isCustom(type) ? undefined : ResourceSchema.of(type).identifierOf(properties);
}

function toStackResource(
  logicalId: string,
  definition: ResourceDefinition,
  properties: Properties,
  { physicalId, ref = physicalId, attributes }: PhysicalResource,
  previous?: StackResource,
): StackResource {
  return {
    logicalId,
    type: definition.Type,
    definition,
    properties,
    physicalId,
    ref,
    attributes: attributes ?? previous?.attributes ?? {},
  };
}
