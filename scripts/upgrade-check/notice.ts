import { StackConsequences } from '../../cli/consequences/stack-consequences';

const HEADING = '### Starts a new fleet';

/** The stacks with endpoints that would get other instances, each with the reasons. */
export function newFleets(stacks: StackConsequences[]): string[] {
  return stacks.flatMap(({ stack, endpoints }) => {
    const touched = endpoints.filter(({ change, newFleet }) => change === 'deleted' || newFleet !== 'no');
    if (touched.length === 0) return [];
    return [`${stack}: ${touched.map(({ reasons, change }) => reasons.join('; ') || change).join('; ')}`];
  });
}

/** Whether the part of a changelog on the unreleased version has a line on new fleets. */
export function describesFleets(changelog: string): boolean {
  const [, unreleased = ''] = changelog.split(/^## Unreleased$/m);
  const [part] = unreleased.split(/^## /m);
  const [, section = ''] = part.split(new RegExp(`^${HEADING}$`, 'm'));
  return /^- \S/m.test(section.split(/^### /m)[0]);
}
