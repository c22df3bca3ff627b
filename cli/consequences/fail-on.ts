import { isKept } from './resources';
import { StackConsequences } from './stack-consequences';

/** What `--fail-on` accepts, with what each finds in a stack, in sentences. */
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

export const FAIL_ON = Object.keys(FINDERS);

/** The consequences of the given kinds, each with the option that found it. */
export function unwanted(stacks: StackConsequences[], kinds: string[]): string[] {
  return kinds.flatMap((kind) =>
    stacks.flatMap((stack) => FINDERS[kind](stack).map((found) => `--fail-on ${kind}: ${stack.stack}: ${found}`)),
  );
}
