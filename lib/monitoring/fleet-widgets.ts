import { IWidget, MathExpression, Stats, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { DEFAULT_VARIANT_NAME } from '../cdk/endpoint-names';
import { FLEET_METRICS } from '../facts/cloudwatch-metrics';
import { PERIOD } from './create-metric';
import { COUNT_AXIS, Graph, graphOf, graphRow, lineAt, PERCENT_AXIS, USD_AXIS, WIDTH } from './graph';
import { describePrice, priceOf } from './monitored-endpoint';
import { MonitoredFleet } from './monitored-fleet';
import { PublishedMetrics } from './published-metrics';

type FleetMetrics = PublishedMetrics<keyof typeof FLEET_METRICS>;

/** The widgets of the fleet of an endpoint with inference components: instances, reserved shares, cost and utilization. */
export function fleetWidgets(fleet: MonitoredFleet): IWidget[] {
  const { endpointName, variantName = DEFAULT_VARIANT_NAME } = fleet;
  const dimensions = { EndpointName: endpointName, VariantName: variantName };
  const metrics: FleetMetrics = new PublishedMetrics([{ rows: FLEET_METRICS, dimensions }]);
  return [headingWidget(fleet), ...graphRow(capacity(fleet, metrics)), ...graphRow(utilization(fleet, metrics))];
}

function headingWidget(fleet: MonitoredFleet): IWidget {
  const facts = [
    'instances of all inference components',
    ...(fleet.instanceType ? [fleet.instanceType.name] : []),
    ...describePrice(fleet),
  ];
  return new TextWidget({ markdown: `# ${fleet.endpointName}: fleet\n${facts.join(' · ')}`, width: WIDTH, height: 2 });
}

function capacity(fleet: MonitoredFleet, metrics: FleetMetrics): Graph[] {
  const { minInstanceCount, maxInstanceCount } = fleet;
  const price = priceOf(fleet);
  // Each instance publishes one datapoint of the CPU utilization in each interval.
  const instances = metrics.get('cpuUtilization', { statistic: Stats.SAMPLE_COUNT, label: 'instances' });
  const graphs: Graph[] = [
    graphOf(
      'Fleet: instances',
      COUNT_AXIS,
      [instances],
      [...lineAt(minInstanceCount, 'least'), ...lineAt(maxInstanceCount, 'most')],
    ),
    graphOf(
      'Fleet: reserved by copies',
      PERCENT_AXIS,
      [
        ...(hasGpus(fleet) ? [metrics.get('gpuReservation', { label: 'GPUs' })] : []),
        metrics.get('cpuReservation', { label: 'CPUs' }),
        metrics.get('memoryReservation', { label: 'memory' }),
      ],
      lineAt(100, 'full'),
    ),
  ];
  if (price === undefined) return graphs;
  const cost = new MathExpression({
    expression: `instances * ${price}`,
    usingMetrics: { instances },
    period: PERIOD,
    label: 'USD per hour',
  });
  return [...graphs, graphOf('Fleet: cost per hour', USD_AXIS, [cost])];
}

function utilization(fleet: MonitoredFleet, metrics: FleetMetrics): Graph[] {
  const graph = (title: string, ...shownMetrics: Graph['metrics']): Graph =>
    graphOf(`Fleet: ${title}`, PERCENT_AXIS, shownMetrics, lineAt(100, 'full'));
  const gpus = [
    graph('GPU', metrics.get('gpuUtilization', { label: 'GPU' })),
    graph('GPU memory', metrics.get('gpuMemoryUtilization', { label: 'GPU memory' })),
  ];
  return [
    ...(hasGpus(fleet) ? gpus : []),
    graph('CPU', metrics.get('cpuUtilization', { label: 'CPU' })),
    graph(
      'memory and disk',
      metrics.get('memoryUtilization', { label: 'memory' }),
      metrics.get('diskUtilization', { label: 'disk' }),
    ),
  ];
}

function hasGpus({ instanceType }: MonitoredFleet): boolean {
  return instanceType?.gpuCount !== 0;
}
