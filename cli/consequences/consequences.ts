import * as fs from 'fs';
import { nameOfStack } from '../assembly-stacks';
import { endpointsOf } from './endpoint';
import { Deployment } from './model-files';
import { Deployments, readDeployments, readTemplate } from './read-deployments';
import { StackConsequences, stackConsequences } from './stack-consequences';

export interface ConsequencesOptions {
  /** Assembly or template of what is deployed; without it a first deployment is described. */
  readonly against?: string;
  readonly stack?: string;
}

/**
 * What a deployment of an assembly will do to each stack that has or had an endpoint.
 *
 * @throws when something cannot be read, or has no endpoint
 */
export function consequencesOf(assembly: string, options: ConsequencesOptions = {}): StackConsequences[] {
  const { against } = options;
  const after = readDeployments(assembly);
  const stack =
    options.stack === undefined || after.has(options.stack) ? options.stack : nameOfStack(assembly, options.stack);
  const hasEndpoint = (deployment?: Deployment): boolean =>
    deployment !== undefined && endpointsOf(deployment.template).length > 0;
  const chosen = [...after.keys()].filter((name) => stack === undefined || name === stack);
  const before = against === undefined ? undefined : readBefore(against, after, chosen);
  const names = chosen.filter((name) => hasEndpoint(after.get(name)) || hasEndpoint(before?.get(name)));
  if (names.length === 0) throw new Error(`${stack ?? assembly} has no SageMaker endpoint`);
  return names.map((name) => stackConsequences(name, before?.get(name), after.get(name) as Deployment));
}

function readBefore(against: string, after: Deployments, chosen: string[]): Deployments {
  if (fs.statSync(against).isDirectory()) return readDeployments(against);
  const withEndpoints = chosen.filter((name) => endpointsOf(after.get(name)?.template ?? {}).length > 0);
  const [only, ...others] = withEndpoints;
  if (only === undefined || others.length > 0) {
    throw new Error(
      `${against} is the template of one stack: choose the stack with --stack; the stacks are ${[...after.keys()].join(', ')}`,
    );
  }
  return new Map([[only, readTemplate(against)]]);
}
