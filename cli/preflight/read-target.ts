import * as fs from 'fs';
import * as path from 'path';
import { AssemblyStack, readAssembly, resolveStackName } from '../assembly/stacks';
import { Deployment } from '../assembly/publications';
import { readDeployments, readDeployedTemplate } from '../assembly/deployments';

/** A stack that will be deployed. */
export interface TargetStack extends Pick<AssemblyStack, 'account' | 'region'> {
  readonly name: string;
  /** The name in CloudFormation. Undefined for a template file, and for a nested stack, whose name is known only during deployment. */
  readonly stackName?: string;
  readonly deployment: Deployment;
}

/**
 * Reads the stacks of an assembly, in the order of the assembly, or a template as the only stack.
 *
 * @throws if the target is neither an assembly nor a template
 */
export function readTarget(target: string, stack?: string): TargetStack[] {
  if (!fs.statSync(target).isDirectory())
    return [{ name: path.basename(target), deployment: readDeployedTemplate(target) }];
  const chosenStack = stack === undefined ? undefined : resolveStackName(target, stack);
  const { stacks } = readAssembly(target);
  return [...readDeployments(target)]
    .map(([name, deployment]) => {
      const stackOfName = stacks.find((each) => each.name === name);
      // The name of a nested stack begins with the name of its parent.
      const parent = stacks.filter((each) => name.startsWith(`${each.name}/`)).sort(longestFirst)[0];
      const { account, region } = stackOfName ?? parent ?? {};
      const root = stackOfName?.name ?? parent?.name;
      return { name, root, stackName: stackOfName?.stackName, account, region, deployment };
    })
    .filter(({ root }) => chosenStack === undefined || root === chosenStack);
}

function longestFirst(a: AssemblyStack, b: AssemblyStack): number {
  return b.name.length - a.name.length;
}
