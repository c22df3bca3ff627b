import * as fs from 'fs';
import * as path from 'path';
import { AssemblyAssets } from './assets';
import { replacePlaceholders, Template } from './intrinsics';
import { parseTemplate } from './template';

/** A stack of a cloud assembly. */
export interface AssemblyStack {
  /** The path of the stack in the app, such as `Beta/Serving`. */
  readonly name: string;
  /** Other names of the stack: the artifact id in the assembly, and the name in CloudFormation. */
  readonly aliases: string[];
  /** The name in CloudFormation. */
  readonly stackName: string;
  /** The target account and Region, if the app specifies them. */
  readonly account?: string;
  readonly region?: string;
  readonly template: Template;
}

/** The stacks and the assets of a cloud assembly. */
export interface Assembly {
  readonly stacks: AssemblyStack[];
  readonly assets: AssemblyAssets;
}

/**
 * The parts of the assembly manifest that the commands read. Not read with aws-cdk-lib, because `check` also belongs to a package without
 * dependencies.
 */
interface Manifest {
  readonly artifacts?: Record<string, Artifact>;
}

interface Artifact {
  readonly type: string;
  readonly displayName?: string;
  readonly environment?: string;
  readonly properties?: {
    readonly file?: string;
    readonly directoryName?: string;
    readonly templateFile?: string;
    readonly stackName?: string;
  };
}

/** The parts of an asset manifest that the commands read. */
interface AssetManifest {
  readonly files?: Record<
    string,
    {
      readonly source: { readonly path?: string; readonly packaging?: string };
      readonly destinations: Record<string, { readonly bucketName: string; readonly objectKey: string }>;
    }
  >;
}

/**
 * Reads a cloud assembly, including the nested assemblies of CDK stages.
 *
 * @throws if the folder is not a cloud assembly
 */
export function readAssembly(folder: string): Assembly {
  const assets = new AssemblyAssets(folder);
  return { stacks: readStacks(folder, assets), assets };
}

/**
 * Returns the path of a stack in the app.
 *
 * @throws if no stack has this name or alias; the message lists the stacks
 */
export function resolveStackName(folder: string, nameOrAlias: string): string {
  const { stacks } = readAssembly(folder);
  const stack =
    stacks.find(({ name }) => name === nameOrAlias) ?? stacks.find(({ aliases }) => aliases.includes(nameOrAlias));
  if (stack) return stack.name;
  throw new Error(`${folder} has no stack ${nameOrAlias}; its stacks: ${stacks.map(({ name }) => name).join(', ')}`);
}

/** Adds the assets, and returns the stacks. */
function readStacks(folder: string, assets: AssemblyAssets): AssemblyStack[] {
  const manifestFile = path.join(folder, 'manifest.json');
  if (!fs.existsSync(manifestFile)) {
    throw new Error(`${folder} has no manifest.json: pass the folder that 'cdk synth' wrote, usually cdk.out`);
  }
  const artifacts = Object.entries((readJson(manifestFile) as Manifest).artifacts ?? {});
  const pathsOf = (type: string, property: 'file' | 'directoryName' | 'templateFile'): [string, string, Artifact][] =>
    artifacts
      .filter(([, artifact]) => artifact.type === type)
      .map(([id, artifact]) => [id, path.join(folder, artifact.properties?.[property] ?? ''), artifact]);
  for (const [, file] of pathsOf('cdk:asset-manifest', 'file')) addAssets(file, assets);
  const stacks = pathsOf('aws:cloudformation:stack', 'templateFile').map(([id, file, artifact]) => {
    const { displayName: name = id, environment, properties: { stackName = id } = {} } = artifact;
    const template = parseTemplate(fs.readFileSync(file, 'utf8'), file);
    return { name, aliases: [id, stackName], stackName, ...parseEnvironment(environment), template };
  });
  return [
    ...stacks,
    ...pathsOf('cdk:cloud-assembly', 'directoryName').flatMap(([, inner]) => readStacks(inner, assets)),
  ];
}

/** Adds the assets of an asset manifest. */
function addAssets(manifestFile: string, assets: AssemblyAssets): void {
  for (const { source, destinations } of Object.values((readJson(manifestFile) as AssetManifest).files ?? {})) {
    if (source.path === undefined) continue;
    const file = path.resolve(path.dirname(manifestFile), source.path);
    for (const { bucketName, objectKey } of Object.values(destinations))
      assets.add(`${replacePlaceholders(bucketName)}/${objectKey}`, file, source.packaging === 'zip');
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}; allowed: a file that 'cdk synth' wrote`, { cause: error });
  }
}

/** Parses `aws://111122223333/us-east-1`. CDK writes `unknown-account` and `unknown-region` for unspecified parts. */
function parseEnvironment(environment = ''): Pick<AssemblyStack, 'account' | 'region'> {
  const [, account, region] = /^aws:\/\/([^/]+)\/([^/]+)$/.exec(environment) ?? [];
  const withoutUnknown = (name?: string): string | undefined => (name?.startsWith('unknown-') ? undefined : name);
  return { account: withoutUnknown(account), region: withoutUnknown(region) };
}
