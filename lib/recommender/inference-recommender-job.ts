import { Stack } from 'aws-cdk-lib';
import { IRuleTarget, Rule } from 'aws-cdk-lib/aws-events';
import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { reportFindings } from '../findings/report';
import { createBenchmarkedJob } from './benchmarked-job';
import { checkJob } from './check';
import { checkImageAndInstances, checkModel } from './check-model';
import { InferenceRecommenderJobProps } from './job-props';
import { jobPrefixOf, RecommenderWorkflow } from './recommender-workflow';

/**
 * Benchmarks a model with SageMaker Inference Recommender. CloudFormation has no resource type for Inference Recommender jobs, so a Step
 * Functions workflow creates a job and waits until it ends. The workflow writes the results to S3 as CSV, which
 * `capacity.CapacityPlanner.fromInferenceRecommenderCsv` reads, and as JSON, and reports whether the job succeeded.
 *
 * A deployment that changes the inputs of the benchmark starts the workflow as its last step. The deployment does not wait until the
 * workflow ends. Jobs are named after their content, so the same benchmark does not run again, and is not billed again. To
 * repeat it, start the state machine with a nonce. When you delete the stack, running workflows and jobs are stopped first.
 *
 * The workflow has been tested with a server that implements SageMaker's protocol, but not on AWS.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/inference-recommender-load-test.html
 * @example
 * new InferenceRecommenderJob(stack, 'Benchmark', {
 *   model,
 *   instanceTypes: [InstanceType.G5_XLARGE, InstanceType.G6_XLARGE],
 *   trafficPattern: TrafficPattern.phases([{ initialUsers: 1, usersPerMinute: 2, duration: Duration.minutes(15) }]),
 *   stopAt: { invocationsPerMinute: 30_000, modelLatency: LatencyObjective.p95(Duration.millis(50)) },
 * });
 */
export class InferenceRecommenderJob extends Construct {
  /**
   * The Step Functions state machine of the workflow. With the input `{ "nonce": "…" }`, a run creates a new job. Without a nonce, a run uses
   * the job of the last deployment. To repeat the benchmark on a schedule, start the state machine with a rule of EventBridge.
   */
  public readonly stateMachine: StateMachine;

  /**
   * S3 bucket for the results. The results of a job are at `<resultsPrefix><job>/results.csv` and `.json`. The results of the last run are
   * under `<resultsPrefix>latest/`.
   */
  public readonly resultsBucket: IBucket;

  /** Prefix of the results, with a trailing `/`. */
  public readonly resultsPrefix: string;

  private readonly workflow: RecommenderWorkflow;

  /**
   * Checks the properties, and creates the benchmark. The deployment starts it.
   *
   * @param scope scope of the construct, such as a stack
   * @param id ID of the construct, unique within the scope, and name of the configuration in the results. A change of the ID replaces the
   * resources
   * @param props model, instance types and load of the benchmark
   */
  constructor(scope: Construct, id: string, props: InferenceRecommenderJobProps) {
    super(scope, id);
    reportFindings(this, [
      ...checkImageAndInstances(this, props),
      ...checkModel(props),
      ...checkJob(Stack.of(this), props),
    ]);
    const jobPrefix = jobPrefixOf(this);
    const job = createBenchmarkedJob(this, jobPrefix, props);
    this.workflow = new RecommenderWorkflow(this, 'Workflow', { jobPrefix, job, options: props });
    this.stateMachine = this.workflow.stateMachine;
    this.resultsBucket = this.workflow.resultsBucket;
    this.resultsPrefix = `${jobPrefix}/`;
  }

  /**
   * Grants permission to start runs manually (`states:StartExecution`).
   *
   * @param grantee the principal to grant the permission to
   */
  public grantStart(grantee: IGrantable): Grant {
    return this.stateMachine.grantStartExecution(grantee);
  }

  /**
   * Adds a rule that sends each status change of a run to a target: RUNNING, SUCCEEDED, FAILED, TIMED_OUT or ABORTED. In the event,
   * `detail.output` contains the location of the results, and `detail.cause` the reason why a run failed.
   *
   * @param id ID of the rule, unique within this construct
   * @param target target of the rule, such as an SNS topic or a Lambda function
   */
  public onRunStatusChange(id: string, target: IRuleTarget): Rule {
    return this.workflow.onStatusChange(id, target);
  }
}
