import * as fs from 'fs';
import { Deployments, readDeployments, readDeployedTemplate } from '../assembly/deployments';
import { endpointsOf } from '../assembly/endpoints';
import { Deployment } from '../assembly/publications';
import { resolveStackName } from '../assembly/stacks';
import { StackConsequences, stackConsequences } from './stack-consequences';

export interface ConsequencesOptions {
  /** The assembly or template that is already deployed. If it is undefined, the result describes a first deployment. */
  readonly against?: string;
  readonly stack?: string;
}

/**
 * Describes the effects of deploying an assembly, for each stack that has an endpoint before or after the deployment.
 *
 * @throws if an input cannot be read, or no stack has an endpoint
 */
export function consequencesOf(assembly: string, options: ConsequencesOptions = {}): StackConsequences[] {
  const { against } = options;
  const after = readDeployments(assembly);
  const stack =
    options.stack === undefined || after.has(options.stack) ? options.stack : resolveStackName(assembly, options.stack);
  const selectedNames = [...after.keys()].filter((name) => stack === undefined || name === stack);
  const before = against === undefined ? undefined : readDeployed(against, after, selectedNames);
  const names = selectedNames.filter((name) => hasEndpoint(after.get(name)) || hasEndpoint(before?.get(name)));
  if (names.length === 0) throw new Error(`${stack ?? assembly} has no SageMaker endpoint`);
  return names.map((name) => stackConsequences(name, before?.get(name), after.get(name) as Deployment));
}

function hasEndpoint(deployment?: Deployment): boolean {
  return deployment !== undefined && endpointsOf(deployment.template).length > 0;
}

function readDeployed(against: string, after: Deployments, selectedNames: string[]): Deployments {
  if (fs.statSync(against).isDirectory()) return readDeployments(against);
  const [stackName, ...others] = selectedNames.filter((name) => hasEndpoint(after.get(name)));
  if (stackName === undefined || others.length > 0) {
    throw new Error(
      `${against} is the template of one stack: choose the stack with --stack; the stacks are ${[...after.keys()].join(', ')}`,
    );
  }
  return new Map([[stackName, readDeployedTemplate(against)]]);
}
