import { World } from '../world';
import { holds, resolve, Scope } from './intrinsics';
import { Properties, ResourceDefinition, StackResource, Template } from './template';

/** Something that happened to a resource or, without a logical id, to the stack. */
export interface StackEvent {
  readonly at: number;
  readonly logicalId?: string;
  readonly status: string;
  readonly reason?: string;
}

/** A stack: its template, its status and its resources as CloudFormation believes them to be. */
export class Stack {
  public status = 'REVIEW_IN_PROGRESS';
  public resources = new Map<string, StackResource>();
  /** What a clean-up would have deleted that did not come about: it goes with the stack. */
  public leftover: StackResource[] = [];
  public readonly events: StackEvent[] = [];
  /** Ends the creation, and says when it has ended. */
  public readonly creation = new AbortController();
  public created: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly world: World,
    public readonly name: string,
    public readonly id: string,
    public template: Template,
  ) {}

  public become(status: string, reason?: string): void {
    this.status = status;
    this.note(undefined, status, reason);
  }

  public note(logicalId: string | undefined, status: string, reason?: string): void {
    this.events.push({ at: this.world.now(), logicalId, status, reason });
  }

  /** The template's resources whose conditions hold. */
  public definitions(template = this.template): Record<string, ResourceDefinition> {
    const scope = this.scope(template);
    return Object.fromEntries(
      Object.entries(template.Resources).filter(
        ([, { Condition }]) => Condition === undefined || holds(Condition, scope),
      ),
    );
  }

  /** Properties of a resource, as the others are now. */
  public propertiesOf({ Properties: properties = {} }: ResourceDefinition, template = this.template): Properties {
    return resolve(properties, this.scope(template)) as Properties;
  }

  private scope(template: Template): Scope {
    const { accountId, region } = this.world;
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
