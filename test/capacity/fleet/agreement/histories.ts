import * as fc from 'fast-check';
import { StepAdjustment } from '../../../../lib/capacity/fleet/control-loop/inputs';
import { History, INVOCATIONS, LimitChange, MinuteOfLoad, NamedPolicy, ScalingMetric, USERS } from './history';

const COOLDOWNS = fc.constantFrom(0, 60, 200, 300);

const load: fc.Arbitrary<MinuteOfLoad[]> = fc
  .array(
    fc.record({
      requests: fc.nat(900),
      users: fc.option(fc.nat(300), { nil: undefined }),
      minutes: fc.integer({ min: 1, max: 30 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((steps) =>
    steps.flatMap(({ requests, users, minutes }) => new Array<MinuteOfLoad>(minutes).fill({ requests, users })),
  );

const tracking = ({ MetricName, Statistic }: ScalingMetric): fc.Arbitrary<NamedPolicy> =>
  fc
    .record({
      TargetValue: fc.integer({ min: 20, max: 300 }),
      ScaleOutCooldown: COOLDOWNS,
      ScaleInCooldown: fc.constantFrom(0, 300, 600),
      DisableScaleIn: fc.boolean(),
    })
    .map((config) => ({
      name: `track-${MetricName}`,
      policy: {
        PolicyType: 'TargetTrackingScaling',
        TargetTrackingScalingPolicyConfiguration: {
          ...config,
          ...(MetricName === USERS.MetricName
            ? { CustomizedMetricSpecification: { Namespace: 'App', MetricName, Statistic } }
            : { PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' } }),
        },
      },
    }));

/** Steps that cover all values beyond the threshold, with one boundary between two steps. */
function stepsOf(isAbove: boolean, boundary: number, adjustments: [number, number]): StepAdjustment[] {
  const [near, far] = adjustments;
  return isAbove
    ? [
        { MetricIntervalLowerBound: 0, MetricIntervalUpperBound: boundary, ScalingAdjustment: near },
        { MetricIntervalLowerBound: boundary, ScalingAdjustment: far },
      ]
    : [
        { MetricIntervalUpperBound: 0, MetricIntervalLowerBound: -boundary, ScalingAdjustment: near },
        { MetricIntervalUpperBound: -boundary, ScalingAdjustment: far },
      ];
}

const adjustment = fc.oneof(
  fc.record({
    AdjustmentType: fc.constant('ChangeInCapacity'),
    amounts: fc.tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 2, max: 4 })),
  }),
  fc.record({
    AdjustmentType: fc.constant('PercentChangeInCapacity'),
    amounts: fc.tuple(fc.integer({ min: 10, max: 60 }), fc.integer({ min: 60, max: 300 })),
    MinAdjustmentMagnitude: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  }),
  fc.record({
    AdjustmentType: fc.constant('ExactCapacity'),
    amounts: fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 })),
  }),
);

const stepScaling = (index: number): fc.Arbitrary<NamedPolicy> =>
  fc
    .record({
      metric: fc.constantFrom(INVOCATIONS, USERS),
      isAbove: fc.boolean(),
      includesThreshold: fc.boolean(),
      adjustment,
      boundary: fc.integer({ min: 10, max: 200 }),
      Threshold: fc.integer({ min: 20, max: 300 }),
      periods: fc.integer({ min: 1, max: 5 }),
      otherPeriods: fc.nat(2),
      TreatMissingData: fc.constantFrom(undefined, 'missing', 'notBreaching', 'breaching', 'ignore'),
      Cooldown: COOLDOWNS,
    })
    .map(({ metric, isAbove, includesThreshold, adjustment: adjust, boundary, ...options }) => {
      const { amounts, ...config } = adjust;
      const sign = isAbove || config.AdjustmentType === 'ExactCapacity' ? 1 : -1;
      const { Threshold, periods, otherPeriods, TreatMissingData, Cooldown } = options;
      return {
        name: `steps-${index}`,
        policy: {
          PolicyType: 'StepScaling',
          StepScalingPolicyConfiguration: {
            ...config,
            Cooldown,
            StepAdjustments: stepsOf(isAbove, boundary, [sign * amounts[0], sign * amounts[1]]),
          },
        },
        alarm: {
          ...metric,
          ComparisonOperator: `${isAbove ? 'GreaterThan' : 'LessThan'}${includesThreshold ? 'OrEqualTo' : ''}Threshold`,
          Threshold,
          Period: 60,
          EvaluationPeriods: periods,
          DatapointsToAlarm: Math.max(1, periods - otherPeriods),
          ...(TreatMissingData ? { TreatMissingData } : {}),
        },
      };
    });

const changes: fc.Arbitrary<LimitChange[]> = fc
  .uniqueArray(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 4 })
  .chain((minutes) =>
    fc.tuple(
      ...minutes.map((minute) =>
        fc.record({
          minute: fc.constant(minute),
          minCapacity: fc.integer({ min: 1, max: 4 }),
          maxCapacity: fc.integer({ min: 4, max: 8 }),
        }),
      ),
    ),
  )
  .map((all) => all.sort((a, b) => a.minute - b.minute));

const none: fc.Arbitrary<LimitChange[]> = fc.constant([]);
const history = (
  policies: fc.Arbitrary<NamedPolicy[]>,
  limitChanges: fc.Arbitrary<LimitChange[]> = none,
): fc.Arbitrary<History> =>
  fc.record({ load, maxCapacity: fc.integer({ min: 1, max: 8 }), policies, changes: limitChanges });

const both = fc.tuple(tracking(INVOCATIONS), tracking(USERS));
const steps = fc.tuple(stepScaling(1), stepScaling(2));

/** Histories of each kind in a run of the test: about a minute for all kinds. */
export const DEFAULT_RUNS = 150;

/** Kinds of histories. */
export const KINDS: { kind: string; histories: fc.Arbitrary<History> }[] = [
  { kind: 'target tracking', histories: history(tracking(INVOCATIONS).map((policy) => [policy])) },
  { kind: 'target tracking on two metrics', histories: history(both) },
  { kind: 'two step scaling policies', histories: history(steps) },
  { kind: 'target tracking and scheduled actions', histories: history(both, changes) },
  { kind: 'step scaling and scheduled actions', histories: history(steps, changes) },
  {
    kind: 'target tracking, step scaling and scheduled actions',
    histories: history(fc.tuple(tracking(INVOCATIONS), stepScaling(1)), changes),
  },
];
