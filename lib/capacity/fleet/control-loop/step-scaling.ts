import { StepScalingProperties } from './inputs';

/**
 * The capacity after the step whose interval contains the breach: the distance of the metric from the threshold. Undefined if no step
 * contains it. Application Auto Scaling user guide, "Step scaling policies", read 2026-11-21.
 */
export function steppedCapacity(
  capacity: number,
  breach: number,
  { StepAdjustments = [], AdjustmentType, MinAdjustmentMagnitude = 0 }: StepScalingProperties,
): number | undefined {
  const step = StepAdjustments.find(
    ({ MetricIntervalLowerBound: from = -Infinity, MetricIntervalUpperBound: to = Infinity }) =>
      breach >= 0 ? breach >= from && breach < to : breach > from && breach <= to,
  );
  if (!step) return undefined;
  const { ScalingAdjustment: adjustment } = step;
  if (AdjustmentType === 'ExactCapacity') return adjustment;
  if (AdjustmentType !== 'PercentChangeInCapacity') return capacity + adjustment;
  const change = (capacity * adjustment) / 100;
  const wholeChange = Math.abs(change) < 1 ? Math.sign(change) : Math.trunc(change);
  return capacity + Math.sign(wholeChange) * Math.max(Math.abs(wholeChange), MinAdjustmentMagnitude);
}
