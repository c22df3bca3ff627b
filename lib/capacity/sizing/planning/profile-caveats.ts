import { InstanceType } from '../../../platform';
import { LatencyProfile } from '../../../measurements/latency-profile';
import { inLanguageOfApp } from '../../../findings/in-language-of-app';
import { rulePage } from '../../../findings/rule-page';

/**
 * Returns the caveats of a profile: an unknown origin.
 *
 * @throws an error if the profile was measured on a different GPU than the GPU of the instance type
 */
export function caveatsOf(profile: LatencyProfile): string[] {
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
  return caveats;
}
