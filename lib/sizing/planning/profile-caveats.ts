import { InstanceType } from '../../platform';
import { CapacityPlanOptions } from '../capacity-plan-options';
import { LatencyProfile } from '../latency-profile';
import { inLanguageOfApp } from '../../findings/in-language-of-app';
import { rulePage } from '../../findings/rule-page';

const MAX_AGE_DAYS = 180;

/**
 * Returns the caveats of a profile: an unknown origin, a different release, or the age.
 *
 * @throws an error if the profile was measured on a different GPU than the GPU of the instance type
 */
export function caveatsOf(profile: LatencyProfile, options: CapacityPlanOptions): string[] {
  const { instanceType, gpuModel, tritonRelease, measuredOn } = profile;
  const name = `${profile.configuration ?? 'model'} on ${instanceType}`;
  const { gpuModel: expectedGpu, gpuCount } = InstanceType.of(instanceType);
  if (gpuModel && expectedGpu && gpuModel !== expectedGpu) {
    throw new Error(
      `CapacityPlanner.plan: profile of ${name}: got ${inLanguageOfApp('gpuModel')} '${gpuModel}'; the instance type has '${expectedGpu}': measure it on this GPU ${rulePage('sizing.stale-profile')}`,
    );
  }
  const caveats = [];
  const origin = { ...(gpuCount === 0 ? {} : { gpuModel }), tritonRelease, measuredOn };
  const missingProperties = Object.entries(origin).filter(([, value]) => value === undefined);
  if (missingProperties.length)
    caveats.push(`unknown origin: the profile of ${name} has no ${missingProperties.map(([key]) => key).join(', ')}`);
  if (tritonRelease && options.tritonRelease && tritonRelease !== options.tritonRelease) {
    caveats.push(
      `other release: ${name} was measured with Triton ${tritonRelease}, the plan is for ${options.tritonRelease}`,
    );
  }
  if (measuredOn && options.asOf && daysBetween(measuredOn, options.asOf) > MAX_AGE_DAYS) {
    caveats.push(`old: ${name} was measured on ${measuredOn}, more than ${MAX_AGE_DAYS} days before ${options.asOf}`);
  }
  return caveats;
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
