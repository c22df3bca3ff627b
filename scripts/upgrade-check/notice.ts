import { StackConsequences } from '../../cli/consequences/stack-consequences';

const HEADING = '### Starts a new fleet';

/** Describes the stacks with endpoints that would start a new fleet or be deleted, with the reasons. */
export function describeNewFleets(stacks: StackConsequences[]): string[] {
  return stacks.flatMap(({ stack, endpoints }) => {
    const affected = endpoints.filter(({ change, newFleet }) => change === 'deleted' || newFleet !== 'no');
    if (affected.length === 0) return [];
    return [`${stack}: ${affected.map(({ reasons, change }) => reasons.join('; ') || change).join('; ')}`];
  });
}

/** Whether the unreleased section of a changelog contains a line about new fleets. */
export function describesFleets(changelog: string): boolean {
  const [, unreleased = ''] = changelog.split(/^## Unreleased$/m);
  const [unreleasedSection] = unreleased.split(/^## /m);
  const [, fleetSection = ''] = unreleasedSection.split(new RegExp(`^${HEADING}$`, 'm'));
  return /^- \S/m.test(fleetSection.split(/^### /m)[0]);
}
