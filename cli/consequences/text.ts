import { StackConsequences } from './stack-consequences';

/** A list for each stack; sentences name their endpoint where a stack has several. */
export function renderText(stacks: StackConsequences[]): string {
  return stacks
    .map(({ stack, endpoints, consequences }) => {
      const several = endpoints.length > 1;
      const lines = consequences.map(
        ({ endpoint, sentence }) => `- ${several && endpoint ? `${endpoint}: ` : ''}${sentence}`,
      );
      return [several ? `Stack ${stack}` : `Stack ${stack}, endpoint ${endpoints[0].endpoint}`, ...lines].join('\n');
    })
    .join('\n\n');
}
