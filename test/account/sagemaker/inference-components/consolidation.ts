import type { Account } from '../../account';
import { releaseInstance } from '../fleets';
import { Endpoint, Instance, MINUTE, SageMakerState, Variant, type Component, type Copy } from '../state';
import { componentsOf, removeCopies } from './component';
import { startCopies } from './copies';
import { endActivityLater, isScaled, startActivity } from './managed-scaling';
import { capacityOf, copiesOn, reservationOf, reservedOn, type Resources } from './placement';

const DEFAULT_COOLDOWN_MINUTES = 20;

/**
 * Managed instance scaling with the strategy CONSOLIDATION: after a cooldown without operations, moves the copies of the emptiest instances
 * to other instances, and releases the instances. Called every minute.
 */
export async function consolidate(state: SageMakerState, endpoint: Endpoint): Promise<void> {
  for (const variant of endpoint.fleet.variants) {
    const { ManagedInstanceScaling: { MinInstanceCount = 0, ScaleInPolicy: policy } = {} } = variant.config;
    if (!isScaled(variant) || !usesConsolidation(state.account, policy?.Strategy)) continue;
    const { MaximumStepSize = 1, CooldownInMinutes = DEFAULT_COOLDOWN_MINUTES } = policy ?? {};
    if (!isQuiet(state, endpoint, CooldownInMinutes * MINUTE)) continue;
    for (let step = 0; step < MaximumStepSize && variant.instances.length > Math.max(1, MinInstanceCount); step++) {
      const instance = emptiestOf(state, variant);
      if (!instance || !haveRoom(state, variant, instance)) break;
      await vacate(state, endpoint, variant, instance);
    }
  }
}

function usesConsolidation(account: Account, strategy?: string): boolean {
  return strategy === 'CONSOLIDATION' || (!strategy && !account.isSwitchedOn('sagemaker.copies-stay-by-default'));
}

function isQuiet(state: SageMakerState, endpoint: Endpoint, cooldown: number): boolean {
  const components = componentsOf(state, endpoint);
  const last = Math.max(endpoint.modified, ...components.map(({ modified }) => modified));
  const hasOperation = endpoint.status !== 'InService' || components.some(({ operation }) => operation !== undefined);
  return !hasOperation && state.account.now() - last >= cooldown;
}

/** The instance with the fewest copies, except instances without copies, which are released anyway. */
function emptiestOf(state: SageMakerState, { instances }: Variant): Instance | undefined {
  const count = (instance: Instance): number => copiesOn(state, instance).length;
  return instances.filter((instance) => count(instance) > 0).sort((a, b) => count(a) - count(b))[0];
}

/** Whether other instances have room for all copies of an instance. */
function haveRoom(state: SageMakerState, { instances }: Variant, vacated: Instance): boolean {
  const free = instances
    .filter((instance) => instance !== vacated)
    .map((instance) => subtract(capacityOf(state.account, instance.type), reservedOn(state, instance)));
  return copiesOn(state, vacated).every(({ specification }) => {
    const needed = reservationOf(specification);
    const index = free.findIndex(
      ({ gpus, cores, memoryMb }) => gpus >= needed.gpus && cores >= needed.cores && memoryMb >= needed.memoryMb,
    );
    if (index >= 0) free[index] = subtract(free[index], needed);
    return index >= 0;
  });
}

function subtract(total: Resources, { gpus, cores, memoryMb }: Resources): Resources {
  return { gpus: total.gpus - gpus, cores: total.cores - cores, memoryMb: total.memoryMb - memoryMb };
}

/** Starts copies on other instances, ends the copies on an instance, and releases the instance. */
async function vacate(state: SageMakerState, endpoint: Endpoint, variant: Variant, instance: Instance): Promise<void> {
  const place = { fleet: endpoint.fleet, excluded: [instance] };
  startActivity(state, endpoint);
  try {
    for (const component of componentsOf(state, endpoint))
      for (const copy of copiesOf(component, instance)) {
        await startCopies(state, endpoint, component, copy.version, 1, place);
        removeCopies(state, component, [copy]);
      }
    variant.instances.splice(variant.instances.indexOf(instance), 1);
    variant.desiredCount--;
    releaseInstance(state, instance);
  } catch {
    // The copies that did not move continue to serve.
  } finally {
    endActivityLater(state, endpoint);
  }
}

function copiesOf({ copies }: Component, instance: Instance): Copy[] {
  return copies.filter((copy) => copy.instance === instance);
}
