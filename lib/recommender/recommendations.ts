import { Construct } from 'constructs';
import { Scaling } from '../scaling';
import { MetricScalingOptions } from '../scaling/scaling-options';
import { LatencyProfile } from '../measurements';
import {
  checkRecommendations,
  parseRecommendations,
  readRecommendations,
} from '../measurements/readers/read-recommendations';
import { Recommendation } from '../contracts/recommendations/recommendation';
import { resultsContextKey } from '../contracts/recommendations/results-context';
import { withoutTokens } from '../findings/unresolved-values';
import { inLanguageOfApp } from '../findings/in-language-of-app';
import { rulePage } from '../findings/rule-page';

/** Selects a recommendation. */
export interface RecommendationSelection {
  /** Instance type of the recommendation, such as `ml.g4dn.2xlarge`. */
  readonly instanceType: string;

  /**
   * Name of the configuration of the recommendation.
   *
   * @default - the only configuration that was benchmarked on this instance type
   */
  readonly configuration?: string;
}

/** Options for scaling that is based on a recommendation. */
export interface RecommendedScalingOptions extends MetricScalingOptions, RecommendationSelection {
  /**
   * Scaling target as a fraction of the measured rate: above 0, at most 1. The measured rate is the rate that saturated an instance.
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
   * @throws an error if the file cannot be read. If the file contains impossible values, the error lists all of them
   */
  public static fromFile(path: string): Recommendations {
    return new Recommendations(readRecommendations(path));
  }

  /**
   * Reads results of the results bucket from the CDK context. To write the results to `cdk.context.json`, run
   * `cdk-sagemaker-triton recommend fetch s3://<bucket>/<key>`. Synthesis requires no credentials, and produces the same template until
   * you fetch the results again.
   *
   * @param scope scope in which the context is looked up
   * @param bucketName name of the S3 bucket
   * @param key key of a `results.csv` or `results.json`
   * @throws an error if the context does not contain the results. The error message contains the command that fetches them
   */
  public static fromBucket(scope: Construct, bucketName: string, key: string): Recommendations {
    const uri = `s3://${bucketName}/${key}`;
    const text: unknown = scope.node.tryGetContext(resultsContextKey(uri));
    if (typeof text !== 'string') {
      const command = `cdk-sagemaker-triton recommend fetch ${uri}`;
      throw new Error(
        `${inLanguageOfApp('Recommendations.fromBucket')}: got ${withoutTokens(uri)}, which the context does not contain; fetch it with: ${withoutTokens(command)} ${rulePage('recommend.context')}`,
      );
    }
    return new Recommendations(parseRecommendations(text, uri));
  }

  /**
   * Creates recommendations from values.
   *
   * @throws an error that lists all impossible values, such as a negative price
   */
  public static of(recommendations: Recommendation[]): Recommendations {
    checkRecommendations(recommendations, 'Recommendations.of');
    return new Recommendations([...recommendations]);
  }

  private constructor(
    /** All recommendations, in the order of the results. Metrics can be undefined. */
    public readonly all: Recommendation[],
  ) {}

  /**
   * Returns a scaling strategy with a fraction of the measured rate as its target.
   *
   * @throws an error if there is no such recommendation, or if it has no rate
   */
  public scaling(options: RecommendedScalingOptions): Scaling {
    const { safetyFactor = 0.5 } = options;
    if (!(safetyFactor > 0 && safetyFactor <= 1)) {
      throw new Error(
        `Recommendations.scaling: ${inLanguageOfApp('safetyFactor')}: got ${safetyFactor}; allowed: above 0, at most 1 ${rulePage('recommend.scaling')}`,
      );
    }
    const { invocationsPerMinute } = this.find('scaling', options);
    return Scaling.invocationsPerInstance({
      minCapacity: options.minCapacity,
      maxCapacity: options.maxCapacity,
      scaleInCooldown: options.scaleInCooldown,
      scaleOutCooldown: options.scaleOutCooldown,
      invocationsPerSecond: (invocationsPerMinute / 60) * safetyFactor,
    });
  }

  /**
   * Returns a profile for `FleetSimulator` and `ScalingSearch`, with the measured rate as the capacity of an instance. A benchmark measures
   * only saturation, so the profile executes requests one after the other: the simulation shows the waiting time for capacity, and
   * latencies at low load that are shorter than those of batches. For exact latencies, measure a latency table.
   *
   * @throws an error if there is no such recommendation, or if it has no rate
   */
  public latencyProfile(selection: RecommendationSelection): LatencyProfile {
    const { instanceType, configuration, invocationsPerMinute } = this.find('latencyProfile', selection);
    return {
      instanceType,
      configuration,
      gpus: 1, // the rate is that of the instance, whatever the number of its GPUs
      serviceTimes: [{ batch: 1, milliseconds: 60_000 / invocationsPerMinute }],
    };
  }

  private find(
    method: string,
    { instanceType, configuration }: RecommendationSelection,
  ): Recommendation & { readonly invocationsPerMinute: number } {
    const measured = this.all.flatMap(({ invocationsPerMinute, ...rest }) =>
      invocationsPerMinute === undefined ? [] : { ...rest, invocationsPerMinute },
    );
    const matches = measured.filter(
      (recommendation) =>
        recommendation.instanceType === instanceType &&
        (configuration ?? recommendation.configuration) === recommendation.configuration,
    );
    if (matches.length === 1) return matches[0];
    const name = configuration === undefined ? instanceType : `${configuration} on ${instanceType}`;
    const available =
      measured
        .map((recommendation) => `${recommendation.configuration} on ${recommendation.instanceType}`)
        .join(', ') || 'none';
    throw new Error(
      `Recommendations.${method}: got ${name}, of which there are ${matches.length}; allowed: one of ${available} ${rulePage('recommend.scaling')}`,
    );
  }
}
