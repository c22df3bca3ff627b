import { IRuleTarget, Rule } from 'aws-cdk-lib/aws-events';
import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { error } from '../endpoint/finding';
import { reportFindings } from '../endpoint/report-findings';
import { TritonModel } from '../model';
import { Finding } from '../model-config';
import { InstanceType } from '../platform';
import { Benchmark, benchmarkModels, benchmarkPackage, instanceFacts, modelFindings } from './benchmark-items';
import { jobFindings } from './job-findings';
import { payloadFindings } from './provide-payload';
import { RecommenderOptions } from './recommender-options';
import { jobPrefixOf, RecommenderWorkflow } from './recommender-workflow';

/** Properties of `InferenceRecommenderJob`. */
export interface InferenceRecommenderJobProps extends RecommenderOptions {
  /**
   * The model. It is always packed as an archive: the registry takes nothing else.
   *
   * @default - that of the package
   */
  readonly model?: TritonModel;

  /**
   * ARN of a version of a model package that is in the registry, instead of a model. Its domain, framework and payload count where the
   * properties here leave them open. Needs a `role` that may read its archive and pull its image.
   *
   * @default - one is registered for the model
   */
  readonly modelPackageArn?: string;

  /**
   * The instance types: in advanced jobs all are tested, 1 to 10 of them; in default jobs Inference Recommender chooses among them.
   *
   * @default - Inference Recommender's choice, in default jobs
   */
  readonly instanceTypes?: InstanceType[];
}

/**
 * Benchmarks a model with SageMaker Inference Recommender: CloudFormation has no type for its jobs, so a Step Functions workflow creates
 * one, waits for it, writes results as JSON and CSV to S3 and the pick to an SSM parameter, and says how it ended.
 *
 * A deployment that changes what is benchmarked starts the workflow as its last step, and does not wait for it. Jobs are named after their
 * content: the same benchmark is not paid twice unless `nonce` changes. Deleting the stack stops runs and jobs first.
 *
 * The workflow has been executed against a server that speaks SageMaker's protocol, not yet on AWS.
 */
export class InferenceRecommenderJob extends Construct {
  /** The workflow. Started with `{ "nonce": "…" }` it creates new jobs; without, it finds those of the last deployment. */
  public readonly stateMachine: StateMachine;

  /** Where the results are, `<resultsPrefix><job>/results.json` and `.csv`, and those of the last run under `<resultsPrefix>latest/`. */
  public readonly resultsBucket: IBucket;

  /** Prefix of the results, with its `/`. */
  public readonly resultsPrefix: string;

  /** Has the pick of the last run as JSON, `{}` before the first: what `Recommendation` has, and the fleet for `stopAt`. */
  public readonly pickParameter: StringParameter;

  private readonly workflow: RecommenderWorkflow;

  constructor(scope: Construct, id: string, props: InferenceRecommenderJobProps) {
    super(scope, id);
    const { instanceTypes = [] } = props;
    reportFindings(this, [...subjectFindings(this, props), ...jobFindings(props, instanceTypes)]);
    const jobPrefix = jobPrefixOf(this);
    const { items, roleArn } = this.benchmark(jobPrefix, props, instanceTypes);
    this.workflow = new RecommenderWorkflow(this, 'Workflow', {
      jobPrefix,
      items,
      maxParallelJobs: 1,
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

  /**
   * Sends a target each change of a run: RUNNING, SUCCEEDED, FAILED, TIMED_OUT, ABORTED. The event's `detail.output` has where the results
   * are, its `detail.cause` why a run failed.
   */
  public onRunStatusChange(id: string, target: IRuleTarget): Rule {
    return this.workflow.onStatusChange(id, target);
  }

  private benchmark(jobPrefix: string, props: InferenceRecommenderJobProps, instanceTypes: InstanceType[]): Benchmark {
    const { model, modelPackageArn = '', role } = props;
    return model
      ? benchmarkModels(this, jobPrefix, [{ name: '', model }], instanceTypes, props)
      : benchmarkPackage(this, { modelPackageArn, roleArn: role?.roleArn ?? '' }, instanceTypes, props);
  }
}

const ROLE_REQUIRED =
  'got none with modelPackageArn; allowed: a role that may read the archive and pull the image of the package, which are not known here';

function subjectFindings(scope: Construct, props: InferenceRecommenderJobProps): Finding[] {
  const { model, modelPackageArn, samplePayload, role, instanceTypes = [] } = props;
  if ((model === undefined) === (modelPackageArn === undefined)) {
    const got = model === undefined ? 'neither' : 'both';
    return [error('sm.ir-model', 'model', `got ${got} model and modelPackageArn; allowed: one of them`)];
  }
  if (model) return modelFindings(scope, model, props, instanceTypes);
  return [
    ...(role ? [] : [error('sm.ir-role', 'role', ROLE_REQUIRED)]),
    ...(samplePayload ? payloadFindings(samplePayload) : []),
  ];
}
