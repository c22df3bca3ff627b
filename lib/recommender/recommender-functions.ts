import { CfnResource, CustomResource, Duration, Lazy, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { Construct, IConstruct } from 'constructs';
import { acknowledgeWildcards } from '../platform/acknowledge';
import { FunctionPolicy } from '../platform/function-policy';
import { createLibraryFunction } from '../platform/library-function';
import { FUNCTIONS, WILDCARDS } from '../platform/nag-reasons';
import { stackSingleton } from '../platform/stack-singleton';

const ID = 'TritonRecommender';
const STARTS = 'Starts';

/** What the start of a run is told. */
export interface StartProperties {
  readonly StateMachineArn: string;
  /** Derived from the content: the same one starts nothing. Absent when deployments start none. */
  readonly ExecutionName?: string;
  /** The jobs of this run. */
  readonly JobNames: string[];
  /** What the names of all jobs of this workflow begin with. */
  readonly JobPrefix: string;
}

/** The functions of a stack's benchmarks: one that makes results, and one that starts and stops runs with deployments. */
export class RecommenderFunctions extends Construct {
  /** The stack's functions. */
  public static of(scope: Construct): RecommenderFunctions {
    return stackSingleton(scope, ID, (stack) => new RecommenderFunctions(stack));
  }

  /** Makes tables and words of what jobs measured. */
  public readonly results: StackFunction;
  private readonly start: StackFunction;
  private readonly starts: Construct;

  private constructor(stack: Stack) {
    super(stack, ID);
    this.results = new StackFunction(this, 'Results', {
      handler: 'recommendation-results',
      description: 'Writes the results of benchmarks',
      timeout: Duration.minutes(4),
    });
    this.start = new StackFunction(this, 'Start', {
      handler: 'recommendation-start',
      description: 'Starts benchmarks when a deployment has changed them, and stops them before they are deleted',
      timeout: Duration.minutes(15),
      statements: [
        new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
        // The action supports no resource.
        new PolicyStatement({ actions: ['sagemaker:ListInferenceRecommendationsJobs'], resources: ['*'] }),
      ],
    });
    this.starts = new Construct(this, STARTS);
  }

  /**
   * Starts a run at the end of each deployment that changed its name, and stops all runs before the workflow is deleted.
   *
   * The resource waits for every other one of the stack: it stands outside of the benchmark's own construct, so that nothing that
   * depends on the benchmark waits for it, and no two of them wait for each other.
   */
  public startLast(id: string, properties: StartProperties, statements: PolicyStatement[]): void {
    this.start.allow(...statements);
    const resource = new CustomResource(this.starts, id, {
      resourceType: 'Custom::TritonBenchmarkStart',
      serviceToken: this.start.function.functionArn,
      serviceTimeout: Duration.minutes(15),
      properties: { ...properties },
    });
    const cfnResource = resource.node.defaultChild as CfnResource;
    cfnResource.addOverride(
      'DependsOn',
      // When the template is rendered, all resources are there, those of aspects, too.
      Lazy.uncachedList({ produce: () => this.others().map(({ logicalId }) => logicalId) }),
    );
  }

  private others(): CfnResource[] {
    const stack = Stack.of(this);
    const all = (root: IConstruct): IConstruct[] =>
      root === this.starts ? [] : [root, ...root.node.children.flatMap(all)];
    return all(stack).filter(
      (node): node is CfnResource =>
        CfnResource.isCfnResource(node) && node.stack === stack && node.cfnResourceType !== 'AWS::CDK::Metadata',
    );
  }
}

interface StackFunctionProps {
  readonly handler: string;
  readonly description: string;
  readonly timeout: Duration;
  readonly statements?: PolicyStatement[];
}

/** A function, with a policy that each benchmark of the stack adds its own resources to. */
class StackFunction extends Construct {
  public readonly function: Function;
  public readonly policy: FunctionPolicy;

  constructor(scope: Construct, id: string, { statements = [], ...props }: StackFunctionProps) {
    super(scope, id);
    const { handler, policy } = createLibraryFunction(this, {
      ...props,
      memorySize: 256,
      reasons: FUNCTIONS.benchmarks,
    });
    this.function = handler;
    this.policy = policy;
    this.allow(...statements);
  }

  public allow(...statements: PolicyStatement[]): void {
    this.policy.addStatements(...statements);
    acknowledgeWildcards(this, statements, WILDCARDS.benchmarks);
  }
}
