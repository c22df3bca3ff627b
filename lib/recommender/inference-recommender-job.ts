import { Construct } from 'constructs';
import { error, Finding } from '../findings/finding';
import { TritonModel } from '../model';
import { InstanceType } from '../platform';
import { benchmarkModels, benchmarkPackage, checkHost, checkModel } from './benchmark-items';
import { checkPayload } from './provide-payload';
import { RecommenderBenchmark, Subject } from './recommender-benchmark';
import { RecommenderOptions } from './options';

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
export class InferenceRecommenderJob extends RecommenderBenchmark {
  constructor(scope: Construct, id: string, props: InferenceRecommenderJobProps) {
    super(scope, id, props, subjectOf(props));
  }
}

function subjectOf(props: InferenceRecommenderJobProps): Subject {
  const { model, modelPackageArn = '', role, instanceTypes = [] } = props;
  return {
    instanceTypes,
    maxParallelJobs: 1,
    findings: (scope) => checkSubject(scope, props),
    register: (scope, jobPrefix) =>
      model
        ? benchmarkModels(scope, jobPrefix, [{ name: '', model }], instanceTypes, props)
        : benchmarkPackage(scope, { modelPackageArn, roleArn: role?.roleArn ?? '' }, instanceTypes, props),
  };
}

const ROLE_REQUIRED =
  'got none with modelPackageArn; allowed: a role that may read the archive and pull the image of the package, which are not known here';

function checkSubject(scope: Construct, props: InferenceRecommenderJobProps): Finding[] {
  const { model, modelPackageArn, samplePayload, role, instanceTypes = [] } = props;
  if ((model === undefined) === (modelPackageArn === undefined)) {
    const got = model === undefined ? 'neither' : 'both';
    return [error('sm.ir-model', 'model', `got ${got} model and modelPackageArn; allowed: one of them`)];
  }
  if (model) return [...checkHost(scope, props, instanceTypes), ...checkModel(model, props, instanceTypes)];
  return [
    ...(role ? [] : [error('sm.ir-role', 'role', ROLE_REQUIRED)]),
    ...(samplePayload ? checkPayload(samplePayload) : []),
  ];
}
