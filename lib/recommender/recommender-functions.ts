import { CfnResource, CustomResource, Duration, Lazy, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct, IConstruct } from 'constructs';
import type { StartProperties } from '../contracts/benchmark-start-properties';
import { LibraryFunction } from '../cdk/library-function';
import { FUNCTION_REASONS, WILDCARD_REASONS } from '../cdk/nag-reasons';
import { stackSingleton } from '../cdk/stack-singleton';

const ID = 'TritonRecommender';
const STARTS = 'Starts';

/**
 * The Lambda functions of a stack's benchmarks: one writes the results, and one starts runs at the end of deployments and stops them before
 * they are deleted.
 */
export class RecommenderFunctions extends Construct {
  /** Returns the functions of the stack. */
  public static of(scope: Construct): RecommenderFunctions {
    return stackSingleton(scope, ID, (stack) => new RecommenderFunctions(stack));
  }

  /** The function that writes the result tables and the message. */
  public readonly results: LibraryFunction;
  private readonly startFunction: LibraryFunction;
  private readonly startResources: Construct;

  private constructor(stack: Stack) {
    super(stack, ID);
    const properties = {
      memorySize: 256,
      reasons: FUNCTION_REASONS.benchmarks,
      wildcards: WILDCARD_REASONS.benchmarks,
    };
    this.results = new LibraryFunction(new Construct(this, 'Results'), {
      ...properties,
      handler: 'recommendation-results',
      description: 'Writes the results of benchmarks',
      timeout: Duration.minutes(4),
    });
    this.startFunction = new LibraryFunction(new Construct(this, 'Start'), {
      ...properties,
      handler: 'recommendation-start',
      description: 'Starts benchmarks when a deployment has changed them, and stops them before they are deleted',
      timeout: Duration.minutes(15),
    });
    this.startFunction.allow(
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
      // The action does not support resource-level permissions.
      new PolicyStatement({ actions: ['sagemaker:ListInferenceRecommendationsJobs'], resources: ['*'] }),
    );
    this.startResources = new Construct(this, STARTS);
  }

  /**
   * Adds a custom resource that starts a run (an execution of the workflow) at the end of each deployment that changes the name of the run.
   * The custom resource stops all runs before the workflow is deleted.
   *
   * The custom resource depends on all other resources of the stack, except the custom resources of other benchmarks. The custom resource is not
   * a child of the benchmark, because resources that depend on the benchmark would otherwise depend on the custom resource.
   */
  public addStartResource(id: string, properties: StartProperties, statements: PolicyStatement[]): void {
    // The policy is one of the other resources.
    this.startFunction.allowReplaceable(...statements);
    const resource = new CustomResource(this.startResources, id, {
      resourceType: 'Custom::TritonBenchmarkStart',
      serviceToken: this.startFunction.function.functionArn,
      serviceTimeout: Duration.minutes(15),
      properties: { ...properties },
    });
    const cfnResource = resource.node.defaultChild as CfnResource;
    cfnResource.addOverride(
      'DependsOn',
      // When the template is rendered, all resources exist, including resources that aspects have added.
      Lazy.uncachedList({ produce: () => this.otherResources().map(({ logicalId }) => logicalId) }),
    );
  }

  private otherResources(): CfnResource[] {
    const stack = Stack.of(this);
    const nodesWithoutStartResources = (root: IConstruct): IConstruct[] =>
      root === this.startResources ? [] : [root, ...root.node.children.flatMap(nodesWithoutStartResources)];
    return nodesWithoutStartResources(stack).filter(
      (node): node is CfnResource =>
        CfnResource.isCfnResource(node) && node.stack === stack && node.cfnResourceType !== 'AWS::CDK::Metadata',
    );
  }
}
