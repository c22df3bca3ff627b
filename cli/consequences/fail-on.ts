import { isKept } from './resources';
import { StackConsequences } from './stack-consequences';

/** Functions that find and describe the matching consequences of a stack, by the value of `--fail-on`. */
const FINDERS: Record<string, (stack: StackConsequences) => string[]> = {
  'new-fleet': ({ endpoints }) =>
    endpoints
      .filter(({ newFleet }) => newFleet !== 'no')
      .map(
        ({ endpoint, newFleet }) => `endpoint ${endpoint} ${newFleet === 'yes' ? 'starts' : 'might start'} a new fleet`,
      ),
  'endpoint-loss': ({ endpoints }) =>
    endpoints
      .filter(({ change }) => change === 'replaced' || change === 'deleted')
      .map(({ endpoint, change }) => `endpoint ${endpoint} is ${change}`),
  'data-loss': ({ consequences }) =>
    consequences
      .filter(({ about, facts }) => about === 'data' && !isKept(facts?.policy))
      .map(({ sentence }) => sentence),
  permissions: ({ consequences }) =>
    consequences.filter(({ facts }) => facts?.asksForApproval === true).map(({ sentence }) => sentence),
  failure: ({ consequences }) =>
    consequences.filter(({ about }) => about === 'failure').map(({ sentence }) => sentence),
};

export const FAIL_ON_KINDS = Object.keys(FINDERS);

/** Finds the consequences of the kinds that the user chose. Each result begins with the matching option. */
export function matchingFailOn(stacks: StackConsequences[], kinds: string[]): string[] {
  return kinds.flatMap((kind) =>
    stacks.flatMap((stack) => FINDERS[kind](stack).map((match) => `--fail-on ${kind}: ${stack.stack}: ${match}`)),
  );
}
