import { Duration } from 'aws-cdk-lib';
import { TrafficTrace } from '../../lib/measurements';
import { ScalingSearchOptions } from '../../lib/capacity';
import { withMeasuredBatches } from '../../lib/capacity/fleet/model-batching';
import { LatencyObjective, RoutingStrategy } from '../../lib/platform';
import { checkProfiles } from '../../lib/capacity/sizing/readers/check-profiles';
import { languageOfApp } from '../app/language-of-app';
import { print } from '../output/print';
import { renderTable } from '../output/table';
import { writeText } from '../output/write-text';
import { optionNames } from '../sizing/option-names';
import { readPrices } from '../sizing/prices';
import { profilesOf, requireOneKind } from '../sizing/profiles';
import { routingStrategyOf } from '../sizing/routing';
import { compareScaling, Comparison } from './compare';
import { DeployedEndpoint, readDeployedEndpoint } from './deployed-endpoint';
import { selectProfile, SimulateOptions } from './options';
import { toJson } from './result-json';
import { scalingCode } from './scaling-code';
import { costSentences, sensitivitySentences, verdictOf } from './sentences';
import { cellsOf, columnsOf } from './tables';

/** Replaces the names of the library in errors by the options of `simulate`. */
const withOptionNames = optionNames({
  'LatencyObjective.ofPercentile': '--percentile',
  'LatencyObjective.limit': '--latency',
  'CapacityPlanner.fromLatencyProfiles': 'simulate',
  FleetSimulator: 'simulate',
  ScalingSearch: 'simulate',
  'BatchingSimulator.run': 'simulate',
  latencyObjective: '--latency',
  margin: '--margin',
});

export function runSimulate(options: SimulateOptions): void {
  const comparison = withOptionNames(() => compare(options));
  print(renderText(comparison));
  if (options.json) writeText(options.json, `${JSON.stringify(toJson(comparison), undefined, 2)}\n`);
}

function compare(options: SimulateOptions): Comparison {
  if (options.endpoint !== undefined && options.assembly === undefined)
    throw new Error(`simulate: --endpoint: got ${options.endpoint} without --assembly; allowed: both`);
  const endpoint =
    options.assembly === undefined ? undefined : readDeployedEndpoint(options.assembly, options.endpoint);
  return compareScaling(searchOptionsOf(options, endpoint), endpoint);
}

/** Converts the options of the command to those of the search. */
function searchOptionsOf(options: SimulateOptions, endpoint?: DeployedEndpoint): ScalingSearchOptions {
  const { engine, latencyTable, modelAnalyzer, perfAnalyzer, instanceType = endpoint?.instanceType } = options;
  requireOneKind('simulate', {
    '--engine': engine,
    '--latency-table': latencyTable,
    '--model-analyzer': modelAnalyzer,
    '--perf-analyzer': perfAnalyzer,
  });
  if (endpoint && instanceType !== endpoint.instanceType) {
    throw new Error(
      `simulate: --instance-type: got ${instanceType}; allowed: ${endpoint.instanceType}, the type of the endpoint ${endpoint.name}`,
    );
  }
  const profile = selectProfile(profilesOf('simulate', { ...options, instanceType }), instanceType);
  checkProfiles([profile]);
  return {
    trace: TrafficTrace.fromCsv(options.trace),
    profile,
    latencyObjective: LatencyObjective.ofPercentile(options.percentile, Duration.millis(options.latency)),
    ...(endpoint ? withMeasuredBatches(endpoint.batching, profile) : {}),
    routingStrategy:
      options.routing === undefined
        ? (endpoint?.routingStrategy ?? RoutingStrategy.LEAST_OUTSTANDING_REQUESTS)
        : routingStrategyOf(options.routing),
    margin: options.margin,
    prices: options.prices === undefined ? undefined : readPrices(options.prices),
  };
}

function renderText(comparison: Comparison): string {
  const { rows, pick, caveats } = comparison;
  const language = languageOfApp();
  return [
    verdictOf(comparison),
    ...costSentences(comparison),
    '',
    renderTable(columnsOf(comparison), rows.map(cellsOf)),
    '',
    `The ${pick.name} with other assumptions:`,
    ...sensitivitySentences(comparison),
    '',
    `Code of the ${pick.name}, for an endpoint with ${pick.instanceCount} as instanceCount:`,
    `${language === 'python' ? 'scaling=' : 'scaling: '}${scalingCode(pick.properties, language)},`,
    '',
    ...caveats.map((caveat) => `note: ${caveat}`),
  ].join('\n');
}
