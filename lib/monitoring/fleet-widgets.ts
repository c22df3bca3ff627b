import { IWidget, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { PERIOD } from './create-metric';
import { FleetMetrics } from './fleet-metrics';
import { COUNT_AXIS, Graph, graphRow, lineAt, PERCENT_AXIS, USD_AXIS, WIDTH } from './graph';
import { describePrice, priceOf } from './monitored-endpoint';
import { MonitoredFleet } from './monitored-fleet';

/** The widgets of the fleet of an endpoint with inference components: instances, reserved shares, cost and utilization. */
export function fleetWidgets(fleet: MonitoredFleet): IWidget[] {
  const metrics = new FleetMetrics(fleet.endpointName, fleet.variantName);
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
  const { minInstanceCount, maxInstanceCount, metricPublishFrequency: period = PERIOD } = fleet;
  const price = priceOf(fleet);
  const graphs: Graph[] = [
    {
      title: 'Fleet: instances',
      metrics: [metrics.instanceCount({ period })],
      axis: COUNT_AXIS,
      lines: [...lineAt(minInstanceCount, 'least'), ...lineAt(maxInstanceCount, 'most')],
    },
    {
      title: 'Fleet: reserved by copies',
      metrics: [
        ...(hasGpus(fleet) ? [metrics.gpuReservation({ label: 'GPUs' })] : []),
        metrics.cpuReservation({ label: 'CPUs' }),
        metrics.memoryReservation({ label: 'memory' }),
      ],
      axis: PERCENT_AXIS,
      lines: lineAt(100, 'full'),
    },
  ];
  if (price === undefined) return graphs;
  return [
    ...graphs,
    { title: 'Fleet: cost per hour', metrics: [metrics.costPerHour(price, { period })], axis: USD_AXIS },
  ];
}

function utilization(fleet: MonitoredFleet, metrics: FleetMetrics): Graph[] {
  const graph = (title: string, ...shownMetrics: Graph['metrics']): Graph => ({
    title: `Fleet: ${title}`,
    metrics: shownMetrics,
    axis: PERCENT_AXIS,
    lines: lineAt(100, 'full'),
  });
  const gpus = [
    graph('GPU', metrics.gpuUtilization({ label: 'GPU' })),
    graph('GPU memory', metrics.gpuMemoryUtilization({ label: 'GPU memory' })),
  ];
  return [
    ...(hasGpus(fleet) ? gpus : []),
    graph('CPU', metrics.cpuUtilization({ label: 'CPU' })),
    graph(
      'memory and disk',
      metrics.memoryUtilization({ label: 'memory' }),
      metrics.diskUtilization({ label: 'disk' }),
    ),
  ];
}

function hasGpus({ instanceType }: MonitoredFleet): boolean {
  return instanceType?.gpuCount !== 0;
}
