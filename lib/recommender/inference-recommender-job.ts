import { Construct } from 'constructs';
import { error, Finding } from '../findings/finding';
import { TritonModel } from '../model';
import { InstanceType } from '../platform';
import { createModelBenchmark, createPackageBenchmark, checkImageAndInstances, checkModel } from './benchmark-items';
import { checkPayload } from './provide-payload';
import { RecommenderBenchmark, BenchmarkSubject } from './recommender-benchmark';
import { RecommenderOptions } from './options';

/** Properties of `InferenceRecommenderJob`. */
export interface InferenceRecommenderJobProps extends RecommenderOptions {
  /**
   * Model to benchmark. The model is always packed as an archive, because the model registry accepts only archives.
   *
   * @default - the model of the model package
   */
  readonly model?: TritonModel;

  /**
   * ARN of a model package version in the model registry, instead of a model. The domain, the framework and the payload of the package
   * apply unless you set these properties. Requires a `role` with permission to read the archive of the package and to pull its image.
   *
   * @default - a model package is registered for the model
   */
  readonly modelPackageArn?: string;

  /**
   * Instance types to measure. An advanced job tests all of them, and requires 1 to 10. In a default job, Inference Recommender selects from them.
   *
   * @default - for default jobs, Inference Recommender selects the instance types
   */
  readonly instanceTypes?: InstanceType[];
}

/**
 * Benchmarks a model with SageMaker Inference Recommender. CloudFormation has no resource type for Inference Recommender jobs, so a Step
 * Functions workflow creates a job and waits until it ends. The workflow writes the results to S3 as JSON and CSV, writes the selected
 * fleet to an SSM parameter, and reports whether the job succeeded.
 *
 * A deployment that changes the inputs of the benchmark starts the workflow as its last step. The deployment does not wait until the
 * workflow ends. Jobs are named after their content, so the same benchmark does not run again, and is not billed again, unless `nonce`
 * changes. When you delete the stack, running workflows and jobs are stopped first.
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
export class InferenceRecommenderJob extends RecommenderBenchmark {
  /**
   * Checks the properties, and creates the benchmark. The deployment starts it.
   *
   * @param scope scope of the construct, such as a stack
   * @param id ID of the construct, unique within the scope. A change of the ID replaces the resources
   * @param props model, instance types and load of the benchmark
   */
  constructor(scope: Construct, id: string, props: InferenceRecommenderJobProps) {
    super(scope, id, props, subjectOf(props));
  }
}

function subjectOf(props: InferenceRecommenderJobProps): BenchmarkSubject {
  const { model, modelPackageArn = '', role, instanceTypes = [] } = props;
  return {
    instanceTypes,
    maxParallelJobs: 1,
    findings: (scope) => checkSubject(scope, props),
    register: (scope, jobPrefix) =>
      model
        ? createModelBenchmark(scope, jobPrefix, [{ name: '', model }], instanceTypes, props)
        : createPackageBenchmark(scope, { modelPackageArn, roleArn: role?.roleArn ?? '' }, instanceTypes, props),
  };
}

const ROLE_REQUIRED =
  'got none with modelPackageArn; allowed: a role that may read the archive and pull the image of the package, which are not known at synth';

function checkSubject(scope: Construct, props: InferenceRecommenderJobProps): Finding[] {
  const { model, modelPackageArn, samplePayload, role, instanceTypes = [] } = props;
  if ((model === undefined) === (modelPackageArn === undefined)) {
    const got = model === undefined ? 'neither' : 'both';
    return [error('sm.ir-model', 'model', `got ${got} model and modelPackageArn; allowed: one of them`)];
  }
  if (model)
    return [...checkImageAndInstances(scope, props, instanceTypes), ...checkModel(model, props, instanceTypes)];
  return [
    ...(role ? [] : [error('sm.ir-role', 'role', ROLE_REQUIRED)]),
    ...(samplePayload ? checkPayload(samplePayload) : []),
  ];
}
