import { Construct } from 'constructs';
import { Scaling } from '../scaling';
import { MetricScalingProps } from '../scaling/scaling-props';
import { CapacityPlanner } from '../sizing';
import {
  checkRecommendations,
  parseRecommendations,
  readRecommendations,
} from '../sizing/readers/read-recommendations';
import { Recommendation } from '../sizing/readers/recommendation';
import { withoutTokens } from '../findings/late-value';
import { rulePage } from '../findings/rule-page';

/** Where `cdk-sagemaker-triton recommend fetch` keeps results in the CDK context. */
export const RESULTS_CONTEXT = 'cdk-sagemaker-triton:recommendations';

/** Options for scaling that is based on a recommendation. */
export interface RecommendedScalingProps extends MetricScalingProps {
  /** Instance type of the recommendation, such as `ml.g4dn.2xlarge`. */
  readonly instanceType: string;

  /**
   * Name of the configuration of the recommendation.
   *
   * @default - the only configuration that was benchmarked on this instance type
   */
  readonly configuration?: string;

  /**
   * Fraction of the measured rate, at which an instance was saturated, to use as the scaling target: above 0 and at most 1.
   *
   * @default 0.5
   */
  readonly safetyFactor?: number;
}

/**
 * Results of benchmarks, for the sizing of endpoints. Rates are per minute and latencies in milliseconds, as in Inference Recommender.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/inference-recommender-interpret-results.html
 * @example
 * Recommendations.fromFile('results.csv');
 */
export class Recommendations {
  /**
   * Reads results from a file: the CSV file or the `results.json` of a benchmark, or the output of
   * `aws sagemaker describe-inference-recommendations-job`.
   *
   * @param path path of a file that ends with `.csv` or `.json`
   * @throws an error if the file cannot be read. If the file contains values that cannot have been measured, the error lists all of them
   */
  public static fromFile(path: string): Recommendations {
    return new Recommendations(readRecommendations(path));
  }

  /**
   * Reads results from the results bucket through the CDK context. Synthesis therefore requires no credentials, and produces the same
   * template until the results are fetched again. To write the results to `cdk.context.json`, run
   * `cdk-sagemaker-triton recommend fetch s3://<bucket>/<key>`.
   *
   * @param scope scope in which the context is looked up
   * @param bucketName name of the S3 bucket
   * @param key key of a `results.csv` or `results.json`
   * @throws an error if the context does not contain the results. The error message contains the command that fetches them
   */
  public static fromBucket(scope: Construct, bucketName: string, key: string): Recommendations {
    const uri = `s3://${bucketName}/${key}`;
    const text: unknown = scope.node.tryGetContext(`${RESULTS_CONTEXT}:${uri}`);
    if (typeof text !== 'string') {
      const command = `cdk-sagemaker-triton recommend fetch ${uri}`;
      throw new Error(
        `Recommendations.fromBucket: got ${withoutTokens(uri)}, which the context does not contain; fetch it with: ${withoutTokens(command)} ${rulePage('recommend.context')}`,
      );
    }
    return new Recommendations(parseRecommendations(text, uri));
  }

  /**
   * Creates recommendations from values.
   *
   * @throws an error that lists all values that cannot have been measured, such as a negative price
   */
  public static of(recommendations: Recommendation[]): Recommendations {
    checkRecommendations(recommendations, 'Recommendations.of');
    return new Recommendations([...recommendations]);
  }

  private constructor(
    /** All recommendations, in the order of the results. Metrics can be undefined. */
    public readonly all: Recommendation[],
  ) {}

  /** Returns a capacity planner for these measurements. Recommendations without a rate or a latency are omitted. */
  public planner(): CapacityPlanner {
    return CapacityPlanner._fromRecommendations(this.all);
  }

  /**
   * Returns a scaling strategy with a fraction of the measured rate as its target.
   *
   * @throws an error if there is no such recommendation, or if it has no rate
   */
  public scaling(props: RecommendedScalingProps): Scaling {
    const { instanceType, configuration, safetyFactor = 0.5 } = props;
    if (!(safetyFactor > 0 && safetyFactor <= 1)) {
      throw new Error(
        `Recommendations.scaling: safetyFactor: got ${safetyFactor}; allowed: above 0, at most 1 ${rulePage('recommend.scaling')}`,
      );
    }
    const { invocationsPerMinute } = this.find(instanceType, configuration);
    return Scaling.invocationsPerInstance({
      minCapacity: props.minCapacity,
      maxCapacity: props.maxCapacity,
      scaleInCooldown: props.scaleInCooldown,
      scaleOutCooldown: props.scaleOutCooldown,
      invocationsPerSecond: (invocationsPerMinute / 60) * safetyFactor,
    });
  }

  private find(
    instanceType: string,
    configuration?: string,
  ): Recommendation & { readonly invocationsPerMinute: number } {
    const measured = this.all.flatMap((one) =>
      one.invocationsPerMinute === undefined ? [] : { ...one, invocationsPerMinute: one.invocationsPerMinute },
    );
    const found = measured.filter(
      (one) => one.instanceType === instanceType && (configuration ?? one.configuration) === one.configuration,
    );
    if (found.length === 1) return found[0];
    const wanted = configuration === undefined ? instanceType : `${configuration} on ${instanceType}`;
    const known = measured.map((one) => `${one.configuration} on ${one.instanceType}`).join(', ') || 'none';
    throw new Error(
      `Recommendations.scaling: got ${wanted}, of which there are ${found.length}; allowed: one of ${known} ${rulePage('recommend.scaling')}`,
    );
  }
}
