import { shareOf } from '../../lib/contracts/instances-needed';
import { instanceFacts } from '../../lib/facts/instance-facts';
import { firstFitInstances } from '../../lib/platform/first-fit';
import { TemplateEndpoint } from '../assembly/endpoints';
import { ComponentVariant, componentsOf } from '../assembly/variants';
import { formatCount } from '../output/words';
import { Consequence } from './consequence';

const MIB_PER_GIB = 1024;

/** Returns the number of copies of a component; undefined if it is known only during the deployment. */
type CountCopies = (component: ComponentVariant) => number | undefined;

/**
 * Describes whether the fleet has room for the copies of all components during a deployment.
 *
 * @param replaced components whose copies are replaced: the new copies of a batch run in addition. CloudFormation can update all at the same time
 * @param removed components that are deleted at the end of the deployment
 */
export function roomConsequences(
  endpoint: TemplateEndpoint,
  replaced: ComponentVariant[],
  removed: ComponentVariant[],
): Consequence[] {
  const [host] = endpoint.hosts;
  const [instanceType = ''] = host?.instanceTypes ?? [];
  const facts = instanceFacts(instanceType);
  if (!facts) return [];
  const instance = { gpus: facts.gpuCount, cpuCores: facts.vcpus, memoryMib: facts.memoryGiB * MIB_PER_GIB };
  const instancesFor = (count: CountCopies): number | undefined => {
    const all = [
      ...[...componentsOf(endpoint), ...removed].map((each) => ({ of: each, copies: count(each) })),
      ...replaced.map((each) => ({ of: each, copies: batchOf(each, count(each)) })),
    ];
    const copies = all.map((each) => ({ resources: each.of.component.reservation, copies: Number(each.copies) }));
    const isKnown = copies.every((each) => Number.isInteger(each.copies) && each.copies >= 0);
    return isKnown ? firstFitInstances(copies, instance) : undefined;
  };
  const [now, atMaximum] = [instancesFor(({ count }) => count), instancesFor(maximumCopies)];
  if (now === undefined || atMaximum === undefined) return [];
  const maximum = host.scaling ? host.scaling.maximum : host.count;
  const scaled = atMaximum > now ? `, and ${atMaximum} if all components have their maximum number of copies` : '';
  const shortage =
    maximum !== undefined && atMaximum > maximum
      ? ': without free instances, the new copies have no room, and AWS does not document how long SageMaker waits for it'
      : '';
  const fleet = maximum === undefined ? '' : ` The fleet can have ${maximum}${shortage}.`;
  const sentence = `During the deployment, all copies together require ${formatCount(now, 'instance')} of ${instanceType}${scaled}.${fleet}`;
  return [{ about: 'instances', sentence, facts: { instanceType, now, atMaximum, maximum } }];
}

/** The number of new copies that run in addition to the old copies; all copies without a rolling update. */
function batchOf({ component: { deploymentConfig } }: ComponentVariant, copies = NaN): number {
  const size = deploymentConfig.RollingUpdatePolicy?.MaximumBatchSize;
  return size ? Math.min(copies, Math.max(1, shareOf(size, copies))) : copies;
}

function maximumCopies({ count, scaling }: ComponentVariant): number | undefined {
  if (!scaling) return count;
  return scaling.maximum === undefined ? undefined : Math.max(scaling.maximum, count ?? 0);
}
