import { readDeployments } from './deployments';
import { endpointsOf, TemplateEndpoint } from './endpoints';
import { Deployment } from './publications';

/** An endpoint of an assembly, and the deployment of its stack. */
export interface SelectedEndpoint {
  readonly endpoint: TemplateEndpoint;
  readonly deployment: Deployment;
}

interface Candidate extends SelectedEndpoint {
  /** Names that select the endpoint. The first name is that of the endpoint. */
  readonly names: string[];
}

/**
 * Selects an endpoint of a cloud assembly.
 *
 * @param command the command, for errors
 * @param nameOrPath name, construct path or logical ID of the endpoint. Optional if there is only one endpoint
 * @throws if there is not exactly one such endpoint
 */
export function selectEndpoint(command: string, assembly: string, nameOrPath?: string): SelectedEndpoint {
  const candidates = [...readDeployments(assembly)].flatMap(([stack, deployment]) =>
    endpointsOf(deployment.template).map((endpoint): Candidate => {
      const path = pathOf(endpoint.id, deployment);
      return { endpoint, deployment, names: [endpoint.name, ...(path ?? []), `${stack}/${endpoint.id}`] };
    }),
  );
  const all = candidates.map(({ names }) => `${names[0]} (${names[1]})`).join(', ');
  if (candidates.length === 0) throw new Error(`${command}: ${assembly} has no endpoint`);
  if (nameOrPath === undefined && candidates.length > 1)
    throw new Error(`${command}: ${assembly} has ${candidates.length} endpoints; choose one with --endpoint: ${all}`);
  const selected = candidates.filter(({ names }) => nameOrPath === undefined || names.includes(nameOrPath));
  if (selected.length === 1) return selected[0];
  throw new Error(
    `${command}: --endpoint: got ${nameOrPath}, which ${selected.length} endpoints have as their name; allowed: one of ${all}`,
  );
}

/** The construct path of an endpoint, from the metadata that CDK writes: that of the construct of the library, and that of the resource. */
function pathOf(id: string, { template }: Deployment): string[] | undefined {
  const path = template.Resources?.[id]?.Metadata?.['aws:cdk:path'];
  return typeof path === 'string' ? [path.split('/').slice(0, -1).join('/'), path] : undefined;
}
