import { endpointsOf } from '../assembly/endpoints';
import { Deployment } from '../assembly/publications';
import { Consequence, EndpointChange, SUBJECTS } from './consequence';
import { changedEndpoint, createdEndpoint, deletedEndpoint } from './endpoint-consequences';
import { permissionConsequences } from './permissions';
import { resourceChanges } from './resource-changes';
import { nameCollisions, dataConsequences } from './resources';

/** The effects of a deployment on a stack and its endpoints. */
export interface StackConsequences {
  readonly stack: string;
  readonly endpoints: EndpointChange[];
  /** In the order of `SUBJECTS`, so the most important consequence is first. */
  readonly consequences: Consequence[];
}

/** Compares the deployed stack, if any, with the new stack. */
export function stackConsequences(stack: string, before: Deployment | undefined, after: Deployment): StackConsequences {
  const oldTemplate = before?.template ?? { Resources: {} };
  const changes = resourceChanges(oldTemplate, after.template);
  const changeList = [...changes.values()];
  const [oldEndpoints, newEndpoints] = [endpointsOf(oldTemplate), endpointsOf(after.template)];
  const results = [
    ...newEndpoints.map((endpoint) => {
      const oldEndpoint = oldEndpoints.find(({ id }) => id === endpoint.id);
      const newEndpoint = { endpoint, deployment: after };
      return oldEndpoint && before
        ? changedEndpoint({ endpoint: oldEndpoint, deployment: before }, newEndpoint, changes)
        : createdEndpoint(newEndpoint);
    }),
    ...oldEndpoints.filter(({ id }) => !newEndpoints.some((endpoint) => endpoint.id === id)).map(deletedEndpoint),
  ];
  const consequences: Consequence[] = [
    ...results.flatMap(({ change: { endpoint }, consequences: list }) => list.map((each) => ({ ...each, endpoint }))),
    ...nameCollisions(changeList),
    ...dataConsequences(changeList),
    ...permissionConsequences(before?.template, after.template),
  ];
  const priority = ({ about }: Consequence): number => SUBJECTS.indexOf(about);
  return {
    stack,
    endpoints: results.map(({ change }) => change),
    consequences: consequences.sort((a, b) => priority(a) - priority(b)),
  };
}

/** Renders a list for each stack. If a stack has several endpoints, each sentence begins with the name of its endpoint. */
export function renderText(stacks: StackConsequences[]): string {
  return stacks
    .map(({ stack, endpoints, consequences }) => {
      const hasSeveral = endpoints.length > 1;
      const lines = consequences.map(
        ({ endpoint, sentence }) => `- ${hasSeveral && endpoint ? `${endpoint}: ` : ''}${sentence}`,
      );
      return [hasSeveral ? `Stack ${stack}` : `Stack ${stack}, endpoint ${endpoints[0].endpoint}`, ...lines].join('\n');
    })
    .join('\n\n');
}
