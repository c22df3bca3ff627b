import { InstanceType } from '../../platform';
import { CapacityPlanProps } from '../capacity-plan-props';
import { LatencyProfile } from '../latency-profile';
import { rulePage } from '../../findings/rule-page';

const MAX_AGE_DAYS = 180;

/**
 * Doubts about a profile: of unknown origin, of another release, or old.
 *
 * @throws when it was measured on another GPU than the instance type has
 */
export function labelsOf(profile: LatencyProfile, props: CapacityPlanProps): string[] {
  const { instanceType, gpuModel, tritonRelease, measuredOn } = profile;
  const name = `${profile.configuration ?? 'model'} on ${instanceType}`;
  const ownGpu = InstanceType.of(instanceType).gpuModel;
  if (gpuModel && ownGpu && gpuModel !== ownGpu) {
    throw new Error(
      `CapacityPlanner.plan: profile of ${name}: got gpuModel '${gpuModel}'; the instance type has '${ownGpu}': measure it on this GPU ${rulePage('sizing.stale-profile')}`,
    );
  }
  const labels = [];
  const unknown = Object.entries({ gpuModel, tritonRelease, measuredOn }).filter(([, value]) => value === undefined);
  if (unknown.length)
    labels.push(`unknown origin: the profile of ${name} has no ${unknown.map(([key]) => key).join(', ')}`);
  if (tritonRelease && props.tritonRelease && tritonRelease !== props.tritonRelease) {
    labels.push(
      `other release: ${name} was measured with Triton ${tritonRelease}, the plan is for ${props.tritonRelease}`,
    );
  }
  if (measuredOn && props.asOf && daysBetween(measuredOn, props.asOf) > MAX_AGE_DAYS) {
    labels.push(`old: ${name} was measured on ${measuredOn}, more than ${MAX_AGE_DAYS} days before ${props.asOf}`);
  }
  return labels;
}

function daysBetween(from: string, to: string): number {
  const [start, end] = [from, to].map((day) => {
    const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : NaN;
    if (Number.isNaN(time))
      throw new Error(
        `CapacityPlanner.plan: got day '${day}'; allowed: such as '2026-11-21' ${rulePage('sizing.plan')}`,
      );
    return time;
  });
  return (end - start) / 86_400_000;
}
