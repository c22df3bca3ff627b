import { AlarmStatusWidget, Dashboard, GraphWidget, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { LatencyObjective } from '../platform';
import { EndpointAlarms } from './endpoint-alarms';
import { EndpointMetrics } from './endpoint-metrics';

const THIRD = 8;
const FULL = 24;
const MICROSECONDS = { min: 0, label: 'µs', showUnits: false };

/** Properties of `EndpointDashboard`. */
export interface EndpointDashboardProps {
  /** Name of the endpoint, for titles. */
  readonly endpointName: string;
  /** The metrics that are drawn. */
  readonly metrics: EndpointMetrics;
  /** The alarms whose state is shown. */
  readonly alarms: EndpointAlarms;
  /** The objective, drawn as a line over the latency. */
  readonly latencyObjective: LatencyObjective;
}

/** A dashboard of one endpoint: latency against its objective, traffic, errors and hardware. */
export class EndpointDashboard extends Construct {
  /** The dashboard. */
  public readonly dashboard: Dashboard;

  constructor(scope: Construct, id: string, props: EndpointDashboardProps) {
    super(scope, id);
    this.dashboard = new Dashboard(this, 'Resource', {
      widgets: [
        [alarmStatus(props)],
        [modelLatency(props), overheadLatency(props), traffic(props)],
        [errors(props), gpu(props), cpu(props)],
      ],
    });
  }
}

function alarmStatus(props: EndpointDashboardProps): IWidget {
  return new AlarmStatusWidget({
    title: `Alarms of ${props.endpointName}`,
    alarms: props.alarms.rollbackAlarms,
    width: FULL,
    height: 2,
  });
}

function modelLatency({ metrics, latencyObjective }: EndpointDashboardProps): IWidget {
  const { statistic, limit } = latencyObjective;
  return new GraphWidget({
    title: 'ModelLatency',
    width: THIRD,
    left: [
      metrics.modelLatency({ statistic: 'p50', label: 'p50' }),
      metrics.modelLatency({ statistic, label: statistic }),
    ],
    leftAnnotations: [
      { value: limit.toMilliseconds() * 1000, label: `objective ${statistic} ${limit.toMilliseconds()} ms` },
    ],
    leftYAxis: MICROSECONDS,
  });
}

function overheadLatency({ metrics, latencyObjective: { statistic } }: EndpointDashboardProps): IWidget {
  return new GraphWidget({
    title: 'OverheadLatency',
    width: THIRD,
    left: [
      metrics.overheadLatency({ statistic: 'p50', label: 'p50' }),
      metrics.overheadLatency({ statistic, label: statistic }),
    ],
    leftYAxis: MICROSECONDS,
  });
}

function traffic({ metrics }: EndpointDashboardProps): IWidget {
  return new GraphWidget({
    title: 'Invocations per minute',
    width: THIRD,
    left: [metrics.invocations({ label: 'endpoint' })],
    right: [metrics.invocationsPerInstance({ label: 'per instance' })],
    leftYAxis: { min: 0 },
    rightYAxis: { min: 0 },
  });
}

function errors({ metrics }: EndpointDashboardProps): IWidget {
  return new GraphWidget({
    title: 'Errors per minute',
    width: THIRD,
    left: [metrics.invocation4xxErrors({ label: '4XX' }), metrics.invocation5xxErrors({ label: '5XX' })],
    leftYAxis: { min: 0 },
  });
}

function gpu({ metrics }: EndpointDashboardProps): IWidget {
  return new GraphWidget({
    title: 'GPU (100 % is one GPU)',
    width: THIRD,
    left: [metrics.gpuUtilization({ label: 'compute' }), metrics.gpuMemoryUtilization({ label: 'memory' })],
    leftYAxis: { min: 0 },
  });
}

function cpu({ metrics }: EndpointDashboardProps): IWidget {
  return new GraphWidget({
    title: 'CPU (100 % is one vCPU)',
    width: THIRD,
    left: [metrics.cpuUtilization({ label: 'CPU' })],
    leftYAxis: { min: 0 },
  });
}
