import * as fs from 'fs';
import * as path from 'path';
import { AssemblyStack, nameOfStack, readStacks } from '../assembly-stacks';
import { Deployment } from '../consequences/model-files';
import { readDeployments, readTemplate } from '../consequences/read-deployments';

/** A stack that will be deployed. */
export interface TargetStack extends Pick<AssemblyStack, 'account' | 'region'> {
  readonly name: string;
  /** Its name in CloudFormation; undefined of a template alone and of nested stacks, whose names only the deployment knows. */
  readonly stackName?: string;
  readonly deployment: Deployment;
}

/**
 * The stacks of an assembly in the order in which it lists them, or the one of a template.
 *
 * @throws when the target is neither
 */
export function readTarget(target: string, stack?: string): TargetStack[] {
  if (!fs.statSync(target).isDirectory()) return [{ name: path.basename(target), deployment: readTemplate(target) }];
  const chosen = stack === undefined ? undefined : nameOfStack(target, stack);
  const { stacks } = readStacks(target);
  return [...readDeployments(target)]
    .map(([name, deployment]) => {
      const own = stacks.find((each) => each.name === name);
      // A nested stack is named after the one around it.
      const around = stacks.filter((each) => name.startsWith(`${each.name}/`)).sort(byLength)[0];
      const { account, region } = own ?? around ?? {};
      return { name, root: own?.name ?? around?.name, stackName: own?.stackName, account, region, deployment };
    })
    .filter(({ root }) => chosen === undefined || root === chosen);
}

function byLength({ name: one }: AssemblyStack, { name: other }: AssemblyStack): number {
  return other.length - one.length;
}
