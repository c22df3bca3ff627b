import { Duration } from 'aws-cdk-lib';
import { LatencyObjective, RoutingStrategy } from '../../lib/platform';
import {
  CapacityPlanner,
  CapacityPlanOptions,
  EngineReport,
  LatencyProfiles,
  PriceList,
  PriceListOptions,
} from '../../lib/sizing';
import { readJson } from '../input/shape';

/** The options of the command. */
export interface PlanOptions {
  readonly requestsPerSecond: number;
  readonly latency: number;
  readonly percentile: number;
  readonly engine?: string[];
  readonly inferenceRecommender?: string;
  readonly latencyTable?: string;
  readonly modelAnalyzer?: string;
  readonly perfAnalyzer?: string[];
  readonly instanceType?: string;
  readonly instancesPerGpu: number;
  readonly overhead: number;
  readonly burstiness: number;
  readonly headroom: number;
  readonly spare: number;
  readonly maxInstances?: number;
  readonly routing: 'random' | 'least-outstanding';
  readonly delays?: number[];
  readonly prices?: string;
  readonly tritonRelease?: string;
  readonly asOf?: string;
  readonly seed: number;
  readonly json?: string;
  readonly html?: string;
}

/** Creates the planner from the measurements that the options select. */
export function plannerOf(options: PlanOptions): CapacityPlanner {
  const { engine, inferenceRecommender, latencyTable, modelAnalyzer, perfAnalyzer } = options;
  const inputCount = [engine, inferenceRecommender, latencyTable, modelAnalyzer, perfAnalyzer].filter(Boolean).length;
  if (inputCount !== 1) {
    throw new Error(
      `plan: got ${inputCount} kinds of measurements; required: one of --engine, --inference-recommender, --latency-table, --model-analyzer, --perf-analyzer`,
    );
  }
  if (inferenceRecommender?.endsWith('.json'))
    return CapacityPlanner.fromInferenceRecommenderJson(inferenceRecommender);
  if (inferenceRecommender) return CapacityPlanner.fromInferenceRecommenderCsv(inferenceRecommender);
  if (latencyTable) return CapacityPlanner.fromLatencyTableCsv(latencyTable);
  if (engine) return CapacityPlanner.fromLatencyProfiles(LatencyProfiles.fromEngines(engine.map(parseEngineReport)));

  const { instanceType, tritonRelease, instancesPerGpu } = options;
  if (!instanceType)
    throw new Error('plan: --instance-type is required: reports of analyzers do not contain the instance type');
  if (modelAnalyzer) return CapacityPlanner.fromModelAnalyzerCsv({ path: modelAnalyzer, instanceType, tritonRelease });
  return CapacityPlanner.fromPerfAnalyzerCsvs(
    (perfAnalyzer ?? []).map((report) => {
      const [, batch, path] = /^(\d+)=(.+)$/.exec(report) ?? [];
      if (!path) throw new Error(`plan: --perf-analyzer: got '${report}'; allowed: such as 8=batch-8.csv`);
      return { path, batch: Number(batch), instanceType, instancesPerGpu };
    }),
  );
}

function parseEngineReport(report: string): EngineReport {
  const [, instanceType, path] = /^(ml\.[^=]+)=(.+)$/.exec(report) ?? [];
  if (!path) throw new Error(`plan: --engine: got '${report}'; allowed: such as ml.g5.xlarge=model.plan.json`);
  return { path, instanceType };
}

/** Converts the options to the properties of the plan. */
export function propsOf(options: PlanOptions): CapacityPlanOptions {
  return {
    requestsPerSecond: options.requestsPerSecond,
    latencyObjective: LatencyObjective.ofPercentile(options.percentile, Duration.millis(options.latency)),
    overheadLatency: options.overhead ? Duration.millis(options.overhead) : undefined,
    burstiness: options.burstiness,
    headroom: options.headroom,
    spareInstances: options.spare,
    maxInstanceCount: options.maxInstances,
    routingStrategy: options.routing === 'random' ? RoutingStrategy.RANDOM : RoutingStrategy.LEAST_OUTSTANDING_REQUESTS,
    queueDelaysMicroseconds: options.delays,
    prices: options.prices === undefined ? undefined : readPrices(options.prices),
    tritonRelease: options.tritonRelease,
    asOf: options.asOf,
    seed: options.seed,
  };
}

function readPrices(file: string): PriceList {
  const props = readJson(file, { maximumBytes: 1024 * 1024 });
  const isObject = typeof props === 'object' && props !== null && 'usdPerHour' in props;
  if (!isObject) throw new Error(`${file}: allowed: { asOf, region, usdPerHour: { "ml.g5.xlarge": 1.408 } }`);
  return PriceList.of(props as PriceListOptions); // validates every value
}
