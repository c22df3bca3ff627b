import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmProps,
  AlarmRule,
  AlarmStatusWidget,
  ComparisonOperator,
  CompositeAlarm,
  Dashboard,
  DimensionsMap,
  GraphWidget,
  HorizontalAnnotation,
  IMetric,
  LogQueryWidget,
  MathExpression,
  Metric,
  SingleValueWidget,
  TextWidget,
  TreatMissingData,
  Unit,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';

const PERIOD = Duration.minutes(1);
const { MICROSECONDS, PERCENT, COUNT } = Unit;
const { GREATER_THAN_THRESHOLD, GREATER_THAN_OR_EQUAL_TO_THRESHOLD, LESS_THAN_THRESHOLD } = ComparisonOperator;
/** Number of the last minutes that must breach the threshold. */
const FEW_PERIODS = { evaluationPeriods: 5, datapointsToAlarm: 3 };
const MOST_PERIODS = { evaluationPeriods: 15, datapointsToAlarm: 10 };
const ALL_PERIODS = { evaluationPeriods: 15, datapointsToAlarm: 15 };

/** Metrics with the same dimensions. */
export class Metrics {
  constructor(private readonly dimensionsMap: DimensionsMap) {}

  public metric(metricName: string, statistic: string, options: { unit?: Unit; label?: string } = {}): Metric {
    return this.createMetric('AWS/SageMaker', metricName, statistic, options);
  }

  public latency(metricName: string, statistic: string, label?: string): Metric {
    return this.metric(metricName, statistic, { unit: MICROSECONDS, label });
  }

  public host(metricName: string, label?: string): Metric {
    return this.createMetric('/aws/sagemaker/Endpoints', metricName, 'Average', { unit: PERCENT, label });
  }

  public probe(metricName: string, statistic: string, unit: Unit, label?: string): Metric {
    return this.createMetric('TritonOnSageMaker', metricName, statistic, { unit, label });
  }

  public errorRate(kind: '4XX' | '5XX'): MathExpression {
    const errors = this.metric(`Invocation${kind}Errors`, 'Sum');
    const usingMetrics = { errors, invocations: this.metric('Invocations', 'Sum') };
    return math('100 * errors / invocations', usingMetrics, `${kind} rate (%)`);
  }

  /** Requests of the variant, and of each of its instances. */
  public counts(): Record<string, IMetric> {
    return { invocations: this.metric('Invocations', 'Sum'), ...this.perInstance() };
  }

  public perInstance(): Record<string, IMetric> {
    return { perInstance: this.metric('InvocationsPerInstance', 'Sum') };
  }

  public instances(): MathExpression {
    return math('FLOOR(invocations / perInstance + 0.5)', this.counts(), 'instances');
  }

  private createMetric(
    namespace: string,
    metricName: string,
    statistic: string,
    options: { unit?: Unit; label?: string },
  ): Metric {
    const { dimensionsMap } = this;
    return new Metric({ namespace, metricName, statistic, dimensionsMap, period: PERIOD, ...options });
  }
}

function math(expression: string, usingMetrics: Record<string, IMetric>, label?: string): MathExpression {
  return new MathExpression({ expression, usingMetrics, label, period: PERIOD });
}

/** Alarms for the rollback of deployments and for the health of the endpoint. */
export function symptoms(metrics: Metrics): Record<string, AlarmProps> {
  const treatMissingData = TreatMissingData.NOT_BREACHING;
  return {
    latency: {
      ...FEW_PERIODS,
      treatMissingData,
      metric: metrics.latency('ModelLatency', 'p99'),
      threshold: 500_000,
      comparisonOperator: GREATER_THAN_THRESHOLD,
      alarmDescription: 'ModelLatency p99 is above 500 ms.',
    },
    serverErrors: {
      ...FEW_PERIODS,
      treatMissingData,
      metric: metrics.errorRate('5XX'),
      threshold: 1,
      comparisonOperator: GREATER_THAN_THRESHOLD,
      alarmDescription: 'More than 1 % of the requests receive a 5XX response.',
    },
    probe: {
      treatMissingData,
      metric: metrics.probe('ProbeSuccess', 'Minimum', COUNT),
      threshold: 1,
      evaluationPeriods: 7,
      datapointsToAlarm: 2,
      comparisonOperator: LESS_THAN_THRESHOLD,
      alarmDescription: 'The probe receives incorrect responses, or none.',
    },
  };
}

/** All alarms for operators. The composite alarm is first. */
export function makeAlarms(
  scope: Construct,
  stackName: string,
  endpointName: string,
  metrics: Metrics,
): (Alarm | CompositeAlarm)[] {
  const treatMissingData = TreatMissingData.NOT_BREACHING;
  const symptomAlarms = Object.entries(symptoms(metrics)).map(([id, props]) => new Alarm(scope, id, props));
  const unhealthy = new CompositeAlarm(scope, 'Unhealthy', {
    compositeAlarmName: `${stackName}-${endpointName}-unhealthy`,
    alarmDescription: `Unhealthy: slow, failed or incorrect responses from ${endpointName}.`,
    alarmRule: AlarmRule.anyOf(...symptomAlarms),
  });
  const others: Record<string, Omit<AlarmProps, 'treatMissingData'>> = {
    Overhead: {
      ...FEW_PERIODS,
      metric: metrics.latency('OverheadLatency', 'Average'),
      threshold: 250_000,
      comparisonOperator: GREATER_THAN_THRESHOLD,
      alarmDescription:
        'OverheadLatency is above 250 ms on average: the time is spent in SageMaker, on authentication or on large payloads, not in the model.',
    },
    ClientErrors: {
      ...MOST_PERIODS,
      metric: metrics.errorRate('4XX'),
      threshold: 5,
      comparisonOperator: GREATER_THAN_THRESHOLD,
      alarmDescription:
        'More than 5 % of the requests receive a 4XX response: a client sends requests that the model does not accept.',
    },
    Gpu: {
      ...MOST_PERIODS,
      metric: math(
        'IF(latency > 400000, gpu / 1, 0)',
        { latency: metrics.latency('ModelLatency', 'p50'), gpu: metrics.host('GPUUtilization') },
        'GPU use while latency is high (%)',
      ),
      threshold: 90,
      comparisonOperator: GREATER_THAN_THRESHOLD,
      alarmDescription:
        'The mean utilization of the GPUs is above 90 %, and half of the requests take more than 80 % of the latency objective.',
    },
    Maximum: {
      ...ALL_PERIODS,
      metric: metrics.instances(),
      threshold: 23,
      comparisonOperator: GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      alarmDescription: 'All 23 instances that scaling allows are in service: more load will increase the latency.',
    },
    Missing: {
      ...ALL_PERIODS,
      metric: metrics.instances(),
      threshold: 2,
      comparisonOperator: LESS_THAN_THRESHOLD,
      alarmDescription: 'Fewer than 2 instances, the minimum capacity of scaling, are in service.',
    },
  };
  const otherAlarms = Object.entries(others).map(([id, props]) => new Alarm(scope, id, { ...props, treatMissingData }));
  return [unhealthy, ...symptomAlarms, ...otherAlarms];
}

const OBJECTIVE = [{ value: 500_000, label: 'objective p99' }];
const FULL_UTILIZATION = [{ value: 100, label: 'full' }];

function graph(
  title: string,
  width: number,
  left: IMetric[],
  label?: string,
  leftAnnotations?: HorizontalAnnotation[],
): GraphWidget {
  return new GraphWidget({
    title,
    width,
    left,
    leftAnnotations,
    leftYAxis: { min: 0, label, showUnits: false },
    height: 6,
  });
}

export function makeDashboard(
  scope: Construct,
  endpointName: string,
  metrics: Metrics,
  alarms: (Alarm | CompositeAlarm)[],
): void {
  const costPerHour = math('FILL(invocations / perInstance, REPEAT) * 0.94', metrics.counts(), 'USD per hour');
  const costPerMillion = math('1000000 * 0.94 / (60 * perInstance)', metrics.perInstance(), 'USD per million requests');
  const logMetric = (metricName: string, label: string): Metric =>
    new Metric({
      namespace: `TritonOnSageMaker/${endpointName}`,
      metricName,
      statistic: 'Sum',
      label,
      period: PERIOD,
    });
  new Dashboard(scope, 'Dashboard', {
    widgets: [
      [
        new TextWidget({
          markdown: `# ${endpointName}\nvariant AllTraffic · ml.g4dn.2xlarge · objective p99 within 500 ms · 0.94 USD per instance and hour (built-in table, on demand, us-east-1 (g7e: us-west-2), read between 2025-04 and 2026-09 (types without GPUs: between 2024 and 2026-10))`,
          width: 24,
          height: 2,
        }),
      ],
      [
        new SingleValueWidget({
          title: 'Now',
          width: 24,
          metrics: [
            metrics.latency('ModelLatency', 'p99', 'ModelLatency p99 (µs)'),
            metrics.metric('Invocations', 'Sum', { label: 'requests per minute' }),
            metrics.errorRate('5XX'),
            metrics.instances(),
            costPerHour,
            costPerMillion,
          ],
        }),
      ],
      [
        graph(
          'Latency: model',
          8,
          ['p50', 'p99', 'p99.9'].map((statistic) => metrics.latency('ModelLatency', statistic, statistic)),
          'µs',
          OBJECTIVE,
        ),
        graph('Requests per minute', 8, [metrics.metric('Invocations', 'Sum', { label: 'requests' })]),
        graph('Errors per minute', 8, [
          metrics.metric('Invocation5XXErrors', 'Sum', { label: '5XX' }),
          metrics.metric('Invocation4XXErrors', 'Sum', { label: '4XX' }),
          metrics.metric('InvocationModelErrors', 'Sum', { label: 'container not 2XX' }),
        ]),
      ],
      [new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 4 })],
      [
        graph('Latency: container (ModelLatency)', 6, [metrics.latency('ModelLatency', 'p99', 'p99')], 'µs', OBJECTIVE),
        graph(
          'Latency: SageMaker (OverheadLatency)',
          6,
          [metrics.latency('OverheadLatency', 'p99', 'p99')],
          'µs',
          OBJECTIVE,
        ),
        graph(
          'Latency: both',
          6,
          [
            math(
              'model + overhead',
              {
                model: metrics.latency('ModelLatency', 'p99'),
                overhead: metrics.latency('OverheadLatency', 'p99'),
              },
              'sum of both p99',
            ),
          ],
          'µs',
          OBJECTIVE,
        ),
        graph(
          'Latency: end to end (probe)',
          6,
          [metrics.probe('EndToEndLatency', 'p99', MICROSECONDS, 'p99')],
          'µs',
          OBJECTIVE,
        ),
      ],
      [
        graph('Instances', 8, [metrics.instances()], undefined, [
          { value: 2, label: 'least' },
          { value: 23, label: 'most' },
        ]),
        graph(
          'Requests per minute and instance',
          8,
          [metrics.metric('InvocationsPerInstance', 'Sum', { label: 'requests' })],
          undefined,
          [{ value: 1320, label: 'scaling target' }],
        ),
        graph('Requests in flight per model', 8, [
          metrics.metric('ConcurrentRequestsPerModel', 'Maximum', { label: 'most' }),
        ]),
      ],
      [
        graph('GPU', 6, [metrics.host('GPUUtilization', 'GPU')], '%', FULL_UTILIZATION),
        graph('GPU memory', 6, [metrics.host('GPUMemoryUtilization', 'GPU memory')], '%', FULL_UTILIZATION),
        graph('CPU (800 % = all 8)', 6, [metrics.host('CPUUtilization', 'CPU')], '%', [{ value: 800, label: 'full' }]),
        graph(
          'Memory and disk',
          6,
          [metrics.host('MemoryUtilization', 'memory'), metrics.host('DiskUtilization', 'disk')],
          '%',
          FULL_UTILIZATION,
        ),
      ],
      [
        graph('Cost per hour', 12, [costPerHour], 'USD'),
        graph('Cost per million requests', 12, [costPerMillion], 'USD'),
      ],
      [graph('Probe: correct responses', 24, [metrics.probe('ProbeSuccess', 'Minimum', COUNT, '1 = correct')])],
      [
        graph('Server log: lines per minute', 8, [
          logMetric('LoadFailureLines', 'load failures'),
          logMetric('OutOfMemoryLines', 'out of memory'),
        ]),
        new LogQueryWidget({
          title: 'Server log: errors',
          width: 16,
          logGroupNames: [`/aws/sagemaker/Endpoints/${endpointName}`],
          queryLines: [
            'fields @timestamp, @message, @logStream',
            'filter @message like /^(E\\d{4} |error: )/',
            'sort @timestamp desc',
            'limit 50',
          ],
        }),
      ],
    ],
  });
}
