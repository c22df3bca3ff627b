import {
  AlarmStatusWidget,
  IAlarm,
  IMetric,
  IWidget,
  LogQueryWidget,
  SingleValueWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { CapacityGraphs } from './capacity-graphs';
import { EndpointAlarms } from './endpoint-alarms';
import { EndpointMetrics } from './endpoint-metrics';
import { COUNT_AXIS, Graph, graphRow, WIDTH } from './graph';
import { describePrice, MonitoredEndpoint, priceOf, variantNameOf } from './monitored-endpoint';
import { RequestGraphs } from './request-graphs';
import { serverWidgets } from './server-widgets';
import { logGroupNameOf } from '../cdk/endpoint-names';

/**
 * The widgets of one endpoint in three views. `TritonDashboard` shows the views one below the other. You can also add the widgets to your
 * own dashboard, or to cdk-monitoring-constructs as a segment.
 *
 * @example
 * const endpoint = new TritonRealtimeEndpoint(stack, 'Endpoint', { model });
 * const alarms = endpoint.alarms[0];
 * const widgets = new EndpointWidgets(alarms.endpoint, alarms);
 */
export class EndpointWidgets {
  private readonly requests: RequestGraphs;
  private readonly capacity: CapacityGraphs;

  /**
   * @param endpoint the endpoint to show
   * @param endpointAlarms the alarms of the endpoint, if it has any
   */
  constructor(
    private readonly endpoint: MonitoredEndpoint,
    private readonly endpointAlarms?: EndpointAlarms,
  ) {
    this.requests = new RequestGraphs(endpoint);
    this.capacity = new CapacityGraphs(endpoint);
  }

  /** Summary of the health of the endpoint: current values, latency compared with the objective, traffic and errors. */
  public summaryWidgets(): IWidget[] {
    return [this.headingWidget(), this.currentValuesWidget(), ...graphRow(this.summaryGraphs())];
  }

  /** The state of all alarms. */
  public alarmWidgets(): IWidget[] {
    if (!this.endpointAlarms) return [];
    const { unhealthy, all } = this.endpointAlarms;
    const alarms: IAlarm[] = unhealthy ? [unhealthy, ...all] : all;
    const height = 1 + Math.ceil(alarms.length / 4);
    return [new AlarmStatusWidget({ title: 'Alarms', alarms, width: WIDTH, height })];
  }

  /** Details: latencies, capacity, hardware, cost, plan, models, queue, server and log, as far as they apply to the endpoint. */
  public widgets(): IWidget[] {
    const { asynchronous, multiModel, streaming, probeInterval, plan } = this.endpoint;
    const rows: Graph[][] = [
      ...(asynchronous ? [this.requests.queue()] : [this.requests.latencies(), this.capacity.instances()]),
      ...(streaming ? [this.requests.firstChunks()] : []),
      this.capacity.hardware(),
      ...(multiModel ? [this.capacity.modelLoading()] : []),
      this.capacity.cost(),
      ...(plan && !asynchronous ? [this.capacity.plannedAndMeasured(plan)] : []),
      ...(probeInterval ? [this.requests.probeResults()] : []),
    ];
    return [
      ...rows.filter((row) => row.length > 0).flatMap((row) => graphRow(row)),
      ...(this.endpoint.serverMetrics ? serverWidgets(this.endpoint, this.endpoint.serverMetrics) : []),
      ...this.logWidgets(),
    ];
  }

  private headingWidget(): IWidget {
    const { endpointName, instanceType, latencyObjective } = this.endpoint;
    const facts = [
      `variant ${variantNameOf(this.endpoint)}`,
      ...(instanceType ? [instanceType.name] : []),
      `objective ${latencyObjective.statistic} within ${latencyObjective._milliseconds} ms`,
      ...describePrice(this.endpoint),
    ];
    return new TextWidget({ markdown: `# ${endpointName}\n${facts.join(' · ')}`, width: WIDTH, height: 2 });
  }

  private currentValuesWidget(): IWidget {
    const { endpointName, asynchronous, latencyObjective } = this.endpoint;
    const metrics = new EndpointMetrics(endpointName, variantNameOf(this.endpoint));
    const price = priceOf(this.endpoint);
    const { statistic } = latencyObjective;
    const shownMetrics: IMetric[] = [metrics.modelLatency({ statistic, label: `ModelLatency ${statistic} (µs)` })];
    if (asynchronous) {
      shownMetrics.push(metrics.invocation5xxErrors({ label: '5XX per minute' }));
    } else {
      shownMetrics.push(
        metrics.invocations({ label: 'requests per minute' }),
        metrics.errorRate5xx(),
        metrics.instanceCount(),
      );
      if (price !== undefined) shownMetrics.push(metrics.costPerHour(price), metrics.costPerMillionRequests(price));
    }
    return new SingleValueWidget({ title: 'Now', metrics: shownMetrics, width: WIDTH, height: 3 });
  }

  private summaryGraphs(): Graph[] {
    const graphs = [this.requests.latency(), this.requests.errors()];
    return this.endpoint.asynchronous ? graphs : [graphs[0], this.requests.traffic(), graphs[1]];
  }

  private logWidgets(): IWidget[] {
    const { endpointName, serverLog } = this.endpoint;
    if (!serverLog) return [];
    const metrics = new EndpointMetrics(endpointName, variantNameOf(this.endpoint));
    const [graph] = graphRow(
      [
        {
          title: 'Server log: lines per minute',
          metrics: [metrics.loadFailures({ label: 'load failures' }), metrics.outOfMemory({ label: 'out of memory' })],
          axis: COUNT_AXIS,
        },
      ],
      WIDTH / 3,
    );
    return [
      graph,
      new LogQueryWidget({
        title: 'Server log: errors',
        logGroupNames: [logGroupNameOf(endpointName)],
        // Triton's error lines start with E, the month and the day.
        queryLines: [
          'fields @timestamp, @message, @logStream',
          'filter @message like /^(E\\d{4} |error: )/',
          'sort @timestamp desc',
          'limit 50',
        ],
        width: (WIDTH * 2) / 3,
        height: 6,
      }),
    ];
  }
}
