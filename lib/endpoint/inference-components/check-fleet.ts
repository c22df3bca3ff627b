import { error, Finding, warning } from '../../findings/finding';
import { checkCountRange, checkDurationRange } from '../../findings/ranges';
import { InstanceScaleIn } from '../options/component-options';
import { Component, ComponentFleet } from '../resolved/component';
import { RequiredInstances, requiredInstances } from './fleet-size';
import { isUnresolved } from '../../findings/is-unresolved';

/** Checks the numbers of instances of a fleet, and whether it has room for the copies of its components. */
export function checkFleet(components: Component[], fleet: ComponentFleet): Finding[] {
  const { instanceType, minInstanceCount: minimum, initialInstanceCount: initial, maxInstanceCount: maximum } = fleet;
  const rangeFindings = [
    ...checkCountRange(minimum, { ruleId: 'ic.fleet', field: 'minInstanceCount', minimum: 0 }),
    ...checkCountRange(initial, { ruleId: 'ic.fleet', field: 'instanceCount', minimum: 1 }),
    ...checkCountRange(maximum, { ruleId: 'ic.fleet', field: 'maxInstanceCount', minimum: 1 }),
    ...(fleet.scaleIn ? checkScaleIn(fleet.scaleIn) : []),
  ];
  if (rangeFindings.length > 0 || [minimum, initial, maximum].some(isUnresolved)) return rangeFindings;
  const required = requiredInstances(components, instanceType);
  return [...checkOrder(fleet), ...checkZero(components, fleet), ...(required ? checkRoom(fleet, required) : [])];
}

function checkScaleIn({ consolidate, maximumStepSize, cooldown }: InstanceScaleIn): Finding[] {
  const ruleId = 'ic.scale-in';
  const withoutConsolidation = (['maximumStepSize', 'cooldown'] as const).filter(
    (property) => !consolidate && { maximumStepSize, cooldown }[property] !== undefined,
  );
  return [
    ...withoutConsolidation.map((property) => error(ruleId, `scaleIn.${property}`, 'requires consolidate: true')),
    ...checkCountRange(maximumStepSize, { ruleId, field: 'scaleIn.maximumStepSize', minimum: 1, maximum: 100 }),
    ...checkDurationRange(cooldown, { ruleId, field: 'scaleIn.cooldown', minimum: 5, maximum: 1440 }, 'minutes'),
  ];
}

function checkOrder({
  minInstanceCount: minimum,
  initialInstanceCount: initial,
  maxInstanceCount: maximum,
}: ComponentFleet): Finding[] {
  const reject = (field: string, message: string): Finding[] => [error('ic.fleet', field, message)];
  return [
    ...(minimum > initial
      ? reject('minInstanceCount', `got ${minimum}; allowed: at most the instanceCount of ${initial}`)
      : []),
    ...(maximum < initial
      ? reject('maxInstanceCount', `got ${maximum}; allowed: at least the instanceCount of ${initial}`)
      : []),
  ];
}

/** Warns about a minimum of zero that the components do not reach. */
function checkZero(components: Component[], { minInstanceCount }: ComponentFleet): Finding[] {
  const alwaysRunning = components.filter(({ range }) => range.minimum > 0);
  if (minInstanceCount > 0 || alwaysRunning.length === 0) return [];
  const names = alwaysRunning.map(({ variantName }) => `'${variantName}'`).join(', ');
  const message = `got 0, but ${names} always has a copy, so the endpoint always has an instance; set minCapacity: 0 in the scaling of each component, or leave minInstanceCount out`;
  return [warning('ic.zero', 'minInstanceCount', message)];
}

/** Compares the instances with those that the copies require. */
function checkRoom({ instanceType, maxInstanceCount: most }: ComponentFleet, required: RequiredInstances): Finding[] {
  const { initialBound, initial, maximum, updating } = required;
  const count = (instances: number): string =>
    `${instances} ${instances === 1 ? 'instance' : 'instances'} of ${instanceType}`;
  if (initialBound > most) {
    const message = `got ${most}, but the first copies of all components require ${count(initialBound)}; allowed: at least ${initialBound}, or components with fewer copies or smaller reservations`;
    return [error('ic.packing', 'maxInstanceCount', message)];
  }
  if (initial > most) {
    const message = `got ${most}, but the first copies of all components require ${count(initial)} if the largest are placed first; set ${updating}, or use components with fewer copies or smaller reservations`;
    return [warning('ic.packing', 'maxInstanceCount', message)];
  }
  if (maximum > most) {
    const message = `got ${most}, but the maximum numbers of copies require ${count(maximum)}: a component that scales out can leave no room for a different one; set ${updating}, or a lower maxCapacity`;
    return [warning('ic.packing', 'maxInstanceCount', message)];
  }
  if (updating <= most) return [];
  const message = `got ${most}, but an update of all components at the maximum numbers of copies requires ${count(updating)}, since the new copies start before the old copies stop; set ${updating}, or a smaller maximumBatchSize`;
  return [warning('ic.update-room', 'maxInstanceCount', message)];
}
