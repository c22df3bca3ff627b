import { IRuleTarget, Rule } from 'aws-cdk-lib/aws-events';
import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { reportFindings } from '../findings/report';
import { Finding } from '../findings/finding';
import { InstanceType } from '../platform';
import { Benchmark, instanceSizesOf } from './benchmark-items';
import { checkJob } from './check';
import { RecommenderOptions } from './options';
import { jobPrefixOf, RecommenderWorkflow } from './recommender-workflow';

/** The models and instance types of a benchmark. */
export interface BenchmarkSubject {
  readonly instanceTypes: InstanceType[];
  readonly maxParallelJobs: number;
  /** Checks the models and the instance types. */
  findings(scope: Construct): Finding[];
  /** Registers the models and creates the requests of the jobs. */
  register(scope: Construct, jobPrefix: string): Benchmark;
}

/**
 * Base class of `InferenceRecommenderJob` and `InferenceRecommenderSweep`.
 *
 * @internal
 */
export abstract class RecommenderBenchmark extends Construct {
  /**
   * The Step Functions state machine of the workflow. With the input `{ "nonce": "…" }`, a run creates new jobs. Without a nonce, a run uses the
   * jobs of the last deployment.
   */
  public readonly stateMachine: StateMachine;

  /**
   * S3 bucket for the results. The results of a job are at `<resultsPrefix><job>/results.json` and `.csv`. The results of the last run,
   * with all configurations in one table, are under `<resultsPrefix>latest/`.
   */
  public readonly resultsBucket: IBucket;

  /** Prefix of the results, with a trailing `/`. */
  public readonly resultsPrefix: string;

  /**
   * SSM parameter with the fleet that the last run selected, as JSON: the properties of `Recommendation`, and the fleet that serves the load
   * of `stopAt`. The value is `{}` before the first run.
   */
  public readonly pickParameter: StringParameter;

  private readonly workflow: RecommenderWorkflow;

  constructor(scope: Construct, id: string, options: RecommenderOptions, subject: BenchmarkSubject) {
    super(scope, id);
    const { instanceTypes, maxParallelJobs } = subject;
    reportFindings(this, [...subject.findings(this), ...checkJob(options, instanceTypes)]);
    const jobPrefix = jobPrefixOf(this);
    const { items, roleArn } = subject.register(this, jobPrefix);
    this.workflow = new RecommenderWorkflow(this, 'Workflow', {
      jobPrefix,
      items,
      maxParallelJobs,
      jobRoleArn: roleArn,
      instances: instanceSizesOf(instanceTypes),
      options,
    });
    this.stateMachine = this.workflow.stateMachine;
    this.resultsBucket = this.workflow.resultsBucket;
    this.resultsPrefix = `${jobPrefix}/`;
    this.pickParameter = this.workflow.pickParameter;
  }

  /**
   * Grants permission to start runs manually (`states:StartExecution`).
   *
   * @param grantee the principal to grant the permission to
   */
  public grantStart(grantee: IGrantable): Grant {
    return this.workflow.grantStart(grantee);
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
