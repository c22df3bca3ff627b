import { IRuleTarget, Rule } from 'aws-cdk-lib/aws-events';
import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { reportFindings } from '../findings/report';
import { Finding } from '../findings/finding';
import { InstanceType } from '../platform';
import { Benchmark, instanceFacts } from './benchmark-items';
import { checkJob } from './check';
import { RecommenderOptions } from './options';
import { jobPrefixOf, RecommenderWorkflow } from './recommender-workflow';

/** What is benchmarked, and on what. */
export interface Subject {
  readonly instanceTypes: InstanceType[];
  readonly maxParallelJobs: number;
  /** What is wrong with it. */
  findings(scope: Construct): Finding[];
  /** Registers it and describes its jobs. */
  register(scope: Construct, jobPrefix: string): Benchmark;
}

/**
 * What every benchmark is made of, however many jobs it takes.
 *
 * @internal
 */
export abstract class RecommenderBenchmark extends Construct {
  /** The workflow. Started with `{ "nonce": "…" }` it creates new jobs; without, it finds those of the last deployment. */
  public readonly stateMachine: StateMachine;

  /**
   * Where the results are, `<resultsPrefix><job>/results.json` and `.csv`, and those of the last run, all configurations in one table,
   * under `<resultsPrefix>latest/`.
   */
  public readonly resultsBucket: IBucket;

  /** Prefix of the results, with its `/`. */
  public readonly resultsPrefix: string;

  /** Has the pick of the last run as JSON, `{}` before the first: what `Recommendation` has, and the fleet for `stopAt`. */
  public readonly pickParameter: StringParameter;

  private readonly workflow: RecommenderWorkflow;

  constructor(scope: Construct, id: string, options: RecommenderOptions, subject: Subject) {
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
      instances: instanceFacts(instanceTypes),
      options,
    });
    this.stateMachine = this.workflow.stateMachine;
    this.resultsBucket = this.workflow.resultsBucket;
    this.resultsPrefix = `${jobPrefix}/`;
    this.pickParameter = this.workflow.pickParameter;
  }

  /** Allows starting runs by hand (`states:StartExecution`). */
  public grantStart(grantee: IGrantable): Grant {
    return this.workflow.grantStart(grantee);
  }

  /**
   * Sends a target each change of a run: RUNNING, SUCCEEDED, FAILED, TIMED_OUT, ABORTED. The event's `detail.output` has where the results
   * are, its `detail.cause` why a run failed.
   */
  public onRunStatusChange(id: string, target: IRuleTarget): Rule {
    return this.workflow.onStatusChange(id, target);
  }
}
