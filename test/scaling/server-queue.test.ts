import { CfnParameter, Duration, Stack } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { PendingRequestsOptions, QueueTimeOptions, Scaling } from '../../lib';
import { ScaledVariant } from '../../lib/scaling/scaled-variant';
import { findingsOf, createScaledVariant, policyNameWith, scalingTemplate } from './fixtures';

const VARIANT: ScaledVariant = { ...createScaledVariant(), serverMetrics: true };
const DIMENSIONS = [
  { Name: 'EndpointName', Value: 'bert' },
  { Name: 'VariantName', Value: 'AllTraffic' },
];

function queueTime(props: Partial<QueueTimeOptions> = {}): Scaling {
  return Scaling.queueTime({ maxCapacity: 8, target: Duration.millis(200), ...props });
}

function pendingRequests(props: Partial<PendingRequestsOptions> = {}): Scaling {
  return Scaling.pendingRequests({ maxCapacity: 8, requestsPerInstance: 5, ...props });
}

describe('queue time', () => {
  const template = scalingTemplate(queueTime({ scaleOutCooldown: Duration.seconds(300) }), VARIANT);

  test('scales out by steps after two of three minutes above the target', () => {
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
      PolicyName: policyNameWith('QueueTime-ml.g5.xlarge-out'),
      StepScalingPolicyConfiguration: {
        AdjustmentType: 'PercentChangeInCapacity',
        MinAdjustmentMagnitude: 1,
        Cooldown: 300,
        StepAdjustments: [
          { MetricIntervalLowerBound: 0, MetricIntervalUpperBound: 200, ScalingAdjustment: 20 },
          { MetricIntervalLowerBound: 200, MetricIntervalUpperBound: 600, ScalingAdjustment: 50 },
          { MetricIntervalLowerBound: 600, ScalingAdjustment: 100 },
        ],
      },
    });
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmActions: [{ Ref: Match.stringLikeRegexp('^QueueTimemlg5xlargeout') }],
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: 200,
      EvaluationPeriods: 3,
      DatapointsToAlarm: 2,
      TreatMissingData: 'notBreaching',
    });
  });

  test('scales in above the queue delay of the models, for which requests wait also on an idle server', () => {
    scalingTemplate(queueTime(), { ...VARIANT, queueDelay: 50 }).hasResourceProperties('AWS::CloudWatch::Alarm', {
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 65,
    });
  });

  test('scales in by one step after 15 minutes below a tenth of the target', () => {
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
      PolicyName: policyNameWith('QueueTime-ml.g5.xlarge-in'),
      StepScalingPolicyConfiguration: {
        Cooldown: 600,
        StepAdjustments: [{ MetricIntervalUpperBound: 0, ScalingAdjustment: -10 }],
      },
    });
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmName: Match.stringLikeRegexp('^bert/AllTraffic/scaling/QueueTime-ml.g5.xlarge-in-[0-9a-f]{16}$'),
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 20,
      EvaluationPeriods: 18,
      DatapointsToAlarm: 15,
      TreatMissingData: 'notBreaching',
    });
  });

  test('is the queue time of all requests, divided by the requests of clients, of one variant', () => {
    const metric = (Id: string, MetricName: string, Stat: string, Unit: string): object => ({
      Id,
      MetricStat: {
        Metric: { Namespace: 'TritonOnSageMaker', MetricName, Dimensions: DIMENSIONS },
        Period: 60,
        Stat,
        Unit,
      },
      ReturnData: false,
    });
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Metrics: Match.arrayWith([
        Match.objectLike({
          Expression: 'IF(requests > 0, duration, pending * 60000) / IF(requests > 0, requests, 1)',
        }),
        metric('requests', 'SuccessfulRequests', 'Sum', 'Count'),
        metric('duration', 'QueueDuration', 'Sum', 'Milliseconds'),
        metric('pending', 'PendingRequests', 'Average', 'Count'),
      ]),
    });
  });
});

test('pending requests are the average of the instances', () => {
  const template = scalingTemplate(pendingRequests(), VARIANT);
  for (const [Threshold, ComparisonOperator] of [
    [5, 'GreaterThanThreshold'],
    [0.5, 'LessThanThreshold'],
  ])
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      ...{ Threshold, ComparisonOperator, Dimensions: DIMENSIONS, Period: 60, Statistic: 'Average', Unit: 'Count' },
      Namespace: 'TritonOnSageMaker',
      MetricName: 'PendingRequests',
    });
});

test('two strategies on the queues can be combined', () => {
  const combined = Scaling.combine(queueTime(), pendingRequests());
  expect(findingsOf(combined, VARIANT)).toEqual([]);
  scalingTemplate(combined, VARIANT).resourceCountIs('AWS::ApplicationAutoScaling::ScalingPolicy', 4);
});

const parameter = new CfnParameter(new Stack(), 'Target', { type: 'Number' }).valueAsNumber;

test.each<[string, Scaling, ScaledVariant, string[]]>([
  ['queue time without server metrics', queueTime(), createScaledVariant(), ['sm.scaling-server-metrics scaling']],
  [
    'pending requests without server metrics',
    pendingRequests(),
    { ...VARIANT, serverMetrics: false },
    ['sm.scaling-server-metrics scaling'],
  ],
  [
    'queue time of an asynchronous endpoint',
    queueTime({ minCapacity: 1 }),
    { ...VARIANT, asynchronous: true },
    ['async.scaling scaling'],
  ],
  [
    'a target that is not above the queue delay of the models',
    queueTime(),
    { ...VARIANT, queueDelay: 200 },
    ['sm.scaling scaling.target'],
  ],
  ['a target of 0', queueTime({ target: Duration.millis(0) }), VARIANT, ['sm.scaling scaling.target']],
  [
    'a number of requests of 0',
    pendingRequests({ requestsPerInstance: 0 }),
    VARIANT,
    ['sm.scaling scaling.requestsPerInstance'],
  ],
  [
    'a number of requests that is not finite',
    pendingRequests({ requestsPerInstance: Infinity }),
    VARIANT,
    ['sm.scaling scaling.requestsPerInstance'],
  ],
  [
    'a target that is known only at deployment',
    queueTime({ target: Duration.millis(parameter) }),
    VARIANT,
    ['sm.scaling scaling.target'],
  ],
  [
    'a number of requests that is known only at deployment',
    pendingRequests({ requestsPerInstance: parameter }),
    VARIANT,
    ['sm.scaling scaling.requestsPerInstance'],
  ],
  [
    'a cooldown in fractions of seconds',
    queueTime({ scaleInCooldown: Duration.millis(1500) }),
    VARIANT,
    ['sm.scaling scaling.scaleInCooldown'],
  ],
  ['a minimum of zero instances', queueTime({ minCapacity: 0 }), VARIANT, ['sm.scaling scaling.minCapacity']],
])('rejects %s', (_, scaling, variant, findings) => {
  expect(findingsOf(scaling, variant)).toEqual(findings);
});

test('the message names the strategy and the fix', () => {
  const [{ message }] = queueTime()._check(createScaledVariant());
  expect(message).toContain(
    'got Scaling.queueTime without the metrics of the server; set monitoring.serverMetrics to true',
  );
});
