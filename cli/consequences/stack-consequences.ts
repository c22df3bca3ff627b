import { Consequence, SUBJECTS } from './consequence';
import { collisions, dataConsequences, otherResources } from './resources';
import { endpointsOf } from './endpoint';
import { changed, created, deleted, EndpointFate } from './endpoint-consequences';
import { Deployment } from './model-files';
import { outsideConsequences } from './outside';
import { permissionConsequences } from './permissions';
import { resourceChanges } from './resource-changes';

/** What a deployment does to a stack. */
export interface StackConsequences {
  readonly stack: string;
  readonly endpoints: EndpointFate[];
  /** Most important first. */
  readonly consequences: Consequence[];
}

/** Compares what is deployed, if anything is, with what will be. */
export function stackConsequences(stack: string, before: Deployment | undefined, after: Deployment): StackConsequences {
  const old = before?.template ?? { Resources: {} };
  const changes = resourceChanges(old, after.template);
  const list = [...changes.values()];
  const [was, now] = [endpointsOf(old), endpointsOf(after.template)];
  const results = [
    ...now.map((endpoint) => {
      const earlier = was.find(({ id }) => id === endpoint.id);
      return earlier && before ? changed([earlier, before], [endpoint, after], changes) : created(endpoint, after);
    }),
    ...was.filter(({ id }) => !now.some((endpoint) => endpoint.id === id)).map(deleted),
  ];
  const all: Consequence[] = [
    ...results.flatMap(({ fate, consequences }) => consequences.map((each) => ({ ...each, endpoint: fate.endpoint }))),
    ...outsideConsequences(before, after),
    ...collisions(list, old, after.template),
    ...dataConsequences(list),
    ...permissionConsequences(list, old, after.template),
    ...(before ? otherResources(list) : []),
  ];
  const rank = ({ about }: Consequence): number => SUBJECTS.indexOf(about);
  return {
    stack,
    endpoints: results.map(({ fate }) => fate),
    consequences: all.sort((one, other) => rank(one) - rank(other)),
  };
}
