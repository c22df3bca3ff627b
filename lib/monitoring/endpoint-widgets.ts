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
import { ComponentGraphs } from './component-graphs';
import { EndpointAlarms } from './endpoint-alarms';
import { serverLogGroupNameOf } from './endpoint-logs';
import { HostMetrics } from './host-metrics';
import { COUNT_AXIS, Graph, graphOf, graphRow, WIDTH } from './graph';
import { metricsOf } from './metrics-of';
import { describePrice, MonitoredHost, priceOf, variantNameOf } from './monitored-endpoint';
import { RequestGraphs } from './request-graphs';
import { serverWidgets } from './server-widgets';
import { shadowWidgets } from './shadow-widgets';

/** The widgets of one endpoint, or of one inference component, in three views, which `TritonDashboard` shows one below the other. */
export class EndpointWidgets {
  private readonly metrics: HostMetrics;
  private readonly requests: RequestGraphs;
  private readonly endpoint: MonitoredHost;

  constructor(private readonly alarms: EndpointAlarms) {
    this.endpoint = alarms._host;
    this.metrics = metricsOf(this.endpoint);
    this.requests = new RequestGraphs(this.endpoint);
  }

  /** Summary of the health of the endpoint: current values, latency compared with the objective, traffic and errors. */
  public summaryWidgets(): IWidget[] {
    return [this.headingWidget(), this.currentValuesWidget(), ...graphRow(this.summaryGraphs())];
  }

  /** The state of all alarms. */
  public alarmWidgets(): IWidget[] {
    const { unhealthy, all } = this.alarms;
    if (all.length === 0) return [];
    const alarms: IAlarm[] = unhealthy ? [unhealthy, ...all] : all;
    const height = 1 + Math.ceil(alarms.length / 4);
    return [new AlarmStatusWidget({ title: 'Alarms', alarms, width: WIDTH, height })];
  }

  /** Details: latencies, capacity, hardware, cost, plan, models, queue, shadow variant, server and log, as far as they apply to the endpoint. */
  public widgets(): IWidget[] {
    const { asynchronous, streaming, probeInterval } = this.endpoint;
    const capacity =
      this.endpoint.inferenceComponentName !== undefined
        ? new ComponentGraphs(this.endpoint, this.metrics)
        : new CapacityGraphs(this.endpoint, this.metrics);
    const rows: Graph[][] = [
      ...(asynchronous ? [this.requests.queue()] : [this.requests.latencies(), capacity.capacity()]),
      ...(streaming ? [this.requests.firstChunks()] : []),
      capacity.hardware(),
      ...(capacity instanceof CapacityGraphs ? this.instanceRows(capacity) : []),
      ...(probeInterval ? [this.requests.probeResults()] : []),
    ];
    return [
      ...rows.filter((row) => row.length > 0).flatMap((row) => graphRow(row)),
      ...shadowWidgets(this.endpoint),
      ...(this.endpoint.serverMetrics ? serverWidgets(this.endpoint, this.endpoint.serverMetrics) : []),
      ...this.logWidgets(),
    ];
  }

  /** Rows that only the instances of a variant have. Inference components share instances. */
  private instanceRows(capacity: CapacityGraphs): Graph[][] {
    const { asynchronous, multiModel, plan } = this.endpoint;
    return [
      ...(multiModel ? [capacity.modelLoading()] : []),
      capacity.cost(),
      ...(plan && !asynchronous ? [capacity.plannedAndMeasured(plan)] : []),
    ];
  }

  private headingWidget(): IWidget {
    const { endpointName, inferenceComponentName, instanceType, latencyObjective } = this.endpoint;
    const facts = [
      inferenceComponentName === undefined
        ? `variant ${variantNameOf(this.endpoint)}`
        : `inference component of ${endpointName}`,
      ...(instanceType ? [instanceType.name] : []),
      `objective ${latencyObjective.statistic} within ${latencyObjective._milliseconds} ms`,
      ...(inferenceComponentName === undefined ? describePrice(this.endpoint) : []),
    ];
    const name = inferenceComponentName ?? endpointName;
    return new TextWidget({ markdown: `# ${name}\n${facts.join(' · ')}`, width: WIDTH, height: 2 });
  }

  private currentValuesWidget(): IWidget {
    const { metrics } = this;
    const { asynchronous, latencyObjective } = this.endpoint;
    const { statistic } = latencyObjective;
    const shownMetrics: IMetric[] = [
      metrics.get('modelLatency', { statistic, label: `ModelLatency ${statistic} (µs)` }),
    ];
    if (asynchronous) {
      shownMetrics.push(metrics.get('invocation5xxErrors', { label: '5XX per minute' }));
    } else {
      shownMetrics.push(
        metrics.get('invocations', { label: 'requests per minute' }),
        metrics.errorRate('invocation5xxErrors', '5XX rate (%)'),
        ...(this.endpoint.inferenceComponentName !== undefined
          ? [metrics.servingCount()]
          : this.instancesAndCost(metrics)),
      );
    }
    return new SingleValueWidget({ title: 'Now', metrics: shownMetrics, width: WIDTH, height: 3 });
  }

  private instancesAndCost(metrics: HostMetrics): IMetric[] {
    const price = priceOf(this.endpoint);
    const costs = price === undefined ? [] : [metrics.costPerHour(price), metrics.costPerMillionRequests(price)];
    return [metrics.servingCount(), ...costs];
  }

  private summaryGraphs(): Graph[] {
    const graphs = [this.requests.latency(), this.requests.errors()];
    return this.endpoint.asynchronous ? graphs : [graphs[0], this.requests.traffic(), graphs[1]];
  }

  private logWidgets(): IWidget[] {
    const { endpoint, metrics } = this;
    if (!endpoint.serverLog) return [];
    const [graph] = graphRow(
      [
        graphOf('Server log: lines per minute', COUNT_AXIS, [
          metrics.get('loadFailures', { label: 'load failures' }),
          metrics.get('outOfMemory', { label: 'out of memory' }),
        ]),
      ],
      WIDTH / 3,
    );
    return [
      graph,
      new LogQueryWidget({
        title: 'Server log: errors',
        logGroupNames: [serverLogGroupNameOf(endpoint)],
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
