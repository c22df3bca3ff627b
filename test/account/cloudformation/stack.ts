import { Account } from '../account';
import { resolve, Scope } from './intrinsics';
import { PartialFailureError } from './provider';
import { Properties, ResourceDefinition, StackResource, Template } from './template';

/** An event of a resource, or of the stack if there is no logical ID. */
export interface StackEvent {
  readonly time: number;
  readonly logicalId?: string;
  readonly status: string;
  readonly reason?: string;
}

/** The tags of each stack, as with `cdk deploy --tags`. CloudFormation adds them to the resources whose type supports tags. */
export const STACK_TAGS = [{ Key: 'team', Value: 'vision' }];

/** CloudFormation's record of a stack: its template, status, resources and events. */
export class Stack {
  public status = 'REVIEW_IN_PROGRESS';
  public resources = new Map<string, StackResource>();
  /** Resources that remain after a failed rollback, which has no clean-up. They are deleted with the stack. */
  public leftovers: StackResource[] = [];
  public readonly events: StackEvent[] = [];
  /** Cancels the creation of the stack. */
  public readonly creationAbort = new AbortController();
  /** Resolves when the creation of the stack has ended. */
  public creationEnd: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly account: Account,
    public readonly name: string,
    public readonly id: string,
    public template: Template,
  ) {}

  public setStatus(status: string, reason?: string): void {
    this.status = status;
    this.addEvent(undefined, status, reason);
  }

  public addEvent(logicalId: string | undefined, status: string, reason?: string): void {
    this.events.push({ time: this.account.now(), logicalId, status, reason });
  }

  /** The properties of a resource, with all functions resolved against the current resources. */
  public propertiesOf({ Properties: properties = {} }: ResourceDefinition, template = this.template): Properties {
    return resolve(properties, this.scope(template)) as Properties;
  }

  /** The resource that may exist in the account although its creation failed, or undefined if none can exist. */
  public resourceOfFailedCreation(
    logicalId: string,
    definition: ResourceDefinition,
    error: unknown,
  ): StackResource | undefined {
    if (!(error instanceof PartialFailureError) || error.physicalId === '') return undefined;
    const { physicalId } = error;
    const properties = this.propertiesOf(definition);
    return { logicalId, type: definition.Type, definition, properties, physicalId, ref: physicalId, attributes: {} };
  }

  private scope(template: Template): Scope {
    const { accountId, region } = this.account;
    return {
      template,
      resource: (id) => this.resources.get(id),
      pseudo: {
        'AWS::AccountId': accountId,
        'AWS::Partition': 'aws',
        'AWS::Region': region,
        'AWS::StackId': this.id,
        'AWS::StackName': this.name,
        'AWS::URLSuffix': 'amazonaws.com',
      },
    };
  }
}
