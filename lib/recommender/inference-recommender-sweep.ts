import { IRuleTarget, Rule } from 'aws-cdk-lib/aws-events';
import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { reportFindings } from '../endpoint/report-findings';
import { TritonModel, TritonModelOverrides } from '../model';
import { InstanceType } from '../platform';
import { PriceList } from '../sizing';
import { benchmarkModels, instanceFacts, modelFindings, Variant } from './benchmark-items';
import { jobFindings } from './job-findings';
import { RecommenderOptions } from './recommender-options';
import { jobPrefixOf, RecommenderWorkflow } from './recommender-workflow';
import { sweepFindings } from './sweep-findings';

/** One configuration of the model. */
export interface SweepVariation {
  /** Its name in results and construct ids: letters, digits and hyphens. */
  readonly name: string;

  /**
   * The model, when it has other files, such as a TensorRT plan instead of TorchScript.
   *
   * @default - the sweep's
   */
  readonly model?: TritonModel;

  /**
   * What differs from the model, such as `batching` or `instanceGroups`.
   *
   * @default - nothing
   */
  readonly overrides?: TritonModelOverrides;
}

/** Properties of `InferenceRecommenderSweep`. */
export interface InferenceRecommenderSweepProps extends RecommenderOptions {
  /** The model. */
  readonly model: TritonModel;

  /** Its configurations, each of which is a job. */
  readonly variations: SweepVariation[];

  /** The instance types, 1 to 10, on all of which each configuration is tested. */
  readonly instanceTypes: InstanceType[];

  /**
   * The most that the instances of a run may cost, in USD. A sweep that could cost more, were every instance to live as long as its job may take, is
   * refused at synth.
   */
  readonly maxCostUsd: number;

  /**
   * What instances cost.
   *
   * @default PriceList.builtIn()
   */
  readonly prices?: PriceList;

  /**
   * Jobs at a time.
   *
   * @default 1
   */
  readonly maxParallelJobs?: number;
}

/**
 * Benchmarks configurations of a model side by side: one Inference Recommender job for each, one table of results for all. See
 * `InferenceRecommenderJob` for when it runs. A job whose configuration did not change is not repeated.
 */
export class InferenceRecommenderSweep extends Construct {
  /** The workflow. Started with `{ "nonce": "…" }` it creates new jobs; without, it finds those of the last deployment. */
  public readonly stateMachine: StateMachine;

  /** Where the results are, `<resultsPrefix>latest/results.csv` with all configurations. */
  public readonly resultsBucket: IBucket;

  /** Prefix of the results, with its `/`. */
  public readonly resultsPrefix: string;

  /** Has the pick of the last run as JSON, `{}` before the first. */
  public readonly pickParameter: StringParameter;

  private readonly workflow: RecommenderWorkflow;

  constructor(scope: Construct, id: string, props: InferenceRecommenderSweepProps) {
    super(scope, id);
    const { instanceTypes } = props;
    const variants = props.variations.map((variation): Variant => ({
      name: variation.name,
      model: (variation.model ?? props.model).with(variation.overrides ?? {}),
    }));
    reportFindings(this, [
      ...sweepFindings(props),
      ...jobFindings(props, instanceTypes),
      ...variants.flatMap(({ name, model }) =>
        modelFindings(this, model, props, instanceTypes).map((finding) => ({
          ...finding,
          field: `variations.${name}.${finding.field}`,
        })),
      ),
    ]);
    const jobPrefix = jobPrefixOf(this);
    const { items, roleArn } = benchmarkModels(this, jobPrefix, variants, instanceTypes, props);
    this.workflow = new RecommenderWorkflow(this, 'Workflow', {
      jobPrefix,
      items,
      maxParallelJobs: props.maxParallelJobs ?? 1,
      jobRoleArn: roleArn,
      instances: instanceFacts(instanceTypes),
      options: props,
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

  /** Sends a target each change of a run: RUNNING, SUCCEEDED, FAILED, TIMED_OUT, ABORTED. */
  public onRunStatusChange(id: string, target: IRuleTarget): Rule {
    return this.workflow.onStatusChange(id, target);
  }
}
