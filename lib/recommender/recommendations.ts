import { readFileSync } from 'fs';
import { Construct } from 'constructs';
import { Scaling } from '../scaling';
import { MetricScalingProps } from '../scaling/scaling-props';
import { CapacityPlanner } from '../sizing';
import { CsvTable } from '../sizing/readers/csv-table';
import { DescribedJob, parseJobJson, recommendationsOf } from './results/job-results';
import { Recommendation } from './results/recommendation';
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

/** Results of benchmarks, to size endpoints with. Rates are per minute, latencies in milliseconds, as Inference Recommender gives them. */
export class Recommendations {
  /**
   * From a file: the CSV that a benchmark writes, its `results.json`, or what
   * `aws sagemaker describe-inference-recommendations-job` printed.
   *
   * @param path a file that ends with `.csv` or `.json`
   * @throws when it cannot be read
   */
  public static fromFile(path: string): Recommendations {
    return Recommendations.fromText(readFileSync(path, 'utf8'), path);
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
    return Recommendations.fromText(text, uri);
  }

  /** From values. */
  public static of(recommendations: Recommendation[]): Recommendations {
    return new Recommendations([...recommendations]);
  }

  private static fromText(text: string, name: string): Recommendations {
    return new Recommendations(name.endsWith('.json') ? readJson(text, name) : readCsv(text, name));
  }

  private constructor(
    /** All of them, in the order of the results; metrics may be absent. */
    public readonly all: Recommendation[],
  ) {}

  /** Picks fleets from these measurements. Recommendations without rate or latency are left out. */
  public planner(): CapacityPlanner {
    return CapacityPlanner._fromSinglePoints(
      this.all.flatMap((one) => {
        const { invocationsPerMinute, modelLatencyMilliseconds: latencyMilliseconds } = one;
        if (invocationsPerMinute === undefined || latencyMilliseconds === undefined) return [];
        return {
          configuration: one.configuration,
          instanceType: one.instanceType,
          invocationsPerMinute,
          latencyMilliseconds,
          usdPerHour: one.usdPerInstanceHour,
          dynamicBatching: one.dynamicBatching,
          instancesPerGpu: one.instanceGroupCount,
        };
      }),
    );
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

/** A benchmark's own results have their recommendations as they are; a described job is read. */
function readJson(text: string, name: string): Recommendation[] {
  try {
    const parsed = parseJobJson(text) as DescribedJob & { readonly recommendations?: Recommendation[] };
    return parsed.recommendations ?? recommendationsOf(parsed);
  } catch (error) {
    throw new Error(
      `${name}: ${error instanceof Error ? error.message : String(error)}; allowed: JSON ${rulePage('recommend.json')}`,
    );
  }
}

function readCsv(text: string, name: string): Recommendation[] {
  const table = CsvTable.fromText(text, name, ['instance_type']);
  return table.rows.map((row): Recommendation => {
    const count = row.number('initial_instance_count') ?? 1;
    const cost = row.metric('cost_per_hour_usd');
    return {
      configuration: row.text('configuration') ?? 'model',
      instanceType: row.requiredText('instance_type'),
      invocationsPerMinute: row.metric('invocations_per_minute_per_instance'),
      modelLatencyMilliseconds: row.metric('model_latency_ms'),
      usdPerInstanceHour: cost === undefined ? undefined : cost / count,
      tensorrt: row.yesNo('tensorrt'),
      dynamicBatching: row.yesNo('dynamic_batching'),
      instanceGroupCount: row.number('instance_group_count'),
      vcpus: row.number('vcpus'),
      gpus: row.number('gpus'),
      memoryGib: row.number('memory_gb'),
    };
  });
}
