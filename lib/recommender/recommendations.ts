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
import { rulePage } from '../findings/rule-page';

/** Where `cdk-sagemaker-triton recommend fetch` keeps results in the CDK context. */
export const RESULTS_CONTEXT = 'cdk-sagemaker-triton:recommendations';

/** Which recommendation a scaling follows. */
export interface RecommendedScalingProps extends MetricScalingProps {
  /** The instance type, such as `ml.g4dn.2xlarge`. */
  readonly instanceType: string;

  /**
   * The configuration.
   *
   * @default - the only one that was benchmarked on this type
   */
  readonly configuration?: string;

  /**
   * The share of the measured rate, at which an instance was saturated, to scale on; above 0, at most 1.
   *
   * @default 0.5
   */
  readonly safetyFactor?: number;
}

/**
 * Results of benchmarks, to size endpoints with. Rates are per minute, latencies in milliseconds, as Inference Recommender gives them.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/inference-recommender-interpret-results.html
 * @example
 * Recommendations.fromFile('results.csv');
 */
export class Recommendations {
  /**
   * From a file: the CSV that a benchmark writes, its `results.json`, or what
   * `aws sagemaker describe-inference-recommendations-job` printed.
   *
   * @param path a file that ends with `.csv` or `.json`
   * @throws when it cannot be read, or with all values in it that cannot have been measured
   */
  public static fromFile(path: string): Recommendations {
    return new Recommendations(readRecommendations(path));
  }

  /**
   * From the results bucket, by way of the CDK context, so that a synthesis needs no credentials and gives the same template until the results are
   * fetched again: `cdk-sagemaker-triton recommend fetch s3://<bucket>/<key>` puts them into `cdk.context.json`.
   *
   * @param scope where the context is looked up
   * @param bucketName the bucket
   * @param key the key of a `results.csv` or `results.json`
   * @throws when the context has no such results; the error has the command that fetches them
   */
  public static fromBucket(scope: Construct, bucketName: string, key: string): Recommendations {
    const uri = `s3://${bucketName}/${key}`;
    const text: unknown = scope.node.tryGetContext(`${RESULTS_CONTEXT}:${uri}`);
    if (typeof text !== 'string') {
      const command = `cdk-sagemaker-triton recommend fetch ${uri}`;
      throw new Error(
        `Recommendations.fromBucket: got ${uri}, which the context does not have; allowed: what was fetched, with: ${command} ${rulePage('recommend.context')}`,
      );
    }
    return new Recommendations(parseRecommendations(text, uri));
  }

  /**
   * From values.
   *
   * @throws with all values that cannot have been measured, such as a negative price
   */
  public static of(recommendations: Recommendation[]): Recommendations {
    checkRecommendations(recommendations, 'Recommendations.of');
    return new Recommendations([...recommendations]);
  }

  private constructor(
    /** All of them, in the order of the results; metrics may be absent. */
    public readonly all: Recommendation[],
  ) {}

  /** Picks fleets from these measurements. Recommendations without rate or latency are left out. */
  public planner(): CapacityPlanner {
    return CapacityPlanner._fromRecommendations(this.all);
  }

  /**
   * Scaling on a share of the rate that was measured.
   *
   * @throws when there is no such recommendation, or it has no rate
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
