import * as fs from 'fs';
import * as path from 'path';
import { replacePlaceholders, Template } from './local/intrinsics';

/** A stack of a cloud assembly. */
export interface AssemblyStack {
  /** Its path in the app, such as `Beta/Serving`. */
  readonly name: string;
  /** What else it is called: the id in the assembly, and the name in CloudFormation. */
  readonly aliases: string[];
  readonly template: Template;
}

/** A cloud assembly: its stacks, and the files that a deployment would upload, by `bucket/key`. */
export interface Stacks {
  readonly stacks: AssemblyStack[];
  readonly objects: Map<string, string>;
}

interface Manifest {
  readonly artifacts?: Record<string, { type: string; displayName?: string; properties?: Record<string, string> }>;
}

/**
 * Reads a folder that `cdk synth` wrote, and the assemblies of stages inside it.
 *
 * @throws when the folder is not a cloud assembly
 */
export function readStacks(folder: string): Stacks {
  const manifestFile = path.join(folder, 'manifest.json');
  if (!fs.existsSync(manifestFile)) {
    throw new Error(`${folder} has no manifest.json: give the folder that 'cdk synth' wrote, usually cdk.out`);
  }
  const { artifacts = {} } = readJson<Manifest>(manifestFile);
  const all = Object.entries(artifacts);
  const propertiesOf = (type: string): [string, Record<string, string>][] =>
    all.filter(([, artifact]) => artifact.type === type).map(([id, { properties = {} }]) => [id, properties]);

  const objects = new Map<string, string>();
  for (const [, { file }] of propertiesOf('cdk:asset-manifest')) addObjects(path.join(folder, file), objects);
  const nested = propertiesOf('cdk:cloud-assembly').map(([, { directoryName }]) =>
    readStacks(path.join(folder, directoryName)),
  );
  for (const { objects: inner } of nested) inner.forEach((file, key) => objects.set(key, file));
  const stacks = propertiesOf('aws:cloudformation:stack').map(([id, { templateFile, stackName = id }]) => ({
    name: artifacts[id].displayName ?? id,
    aliases: [id, stackName],
    template: readJson<Template>(path.join(folder, templateFile)),
  }));
  return { stacks: [...stacks, ...nested.flatMap((assembly) => assembly.stacks)], objects };
}

/**
 * The name of a stack of an assembly, whichever of its names is given.
 *
 * @throws when there is none, with the names of those that are there
 */
export function nameOfStack(folder: string, given: string): string {
  const { stacks } = readStacks(folder);
  const stack = stacks.find(({ name }) => name === given) ?? stacks.find(({ aliases }) => aliases.includes(given));
  if (stack) return stack.name;
  throw new Error(`${folder} has no stack ${given}; it has ${stacks.map(({ name }) => name).join(', ')}`);
}

function readJson<T>(file: string): T {
  return JSON.parse(fs.readFileSync(file, 'utf8')) as T;
}

function addObjects(manifestFile: string, objects: Map<string, string>): void {
  interface FileAsset {
    readonly source: { path?: string };
    readonly destinations: Record<string, { bucketName: string; objectKey: string }>;
  }
  const { files = {} } = readJson<{ files?: Record<string, FileAsset> }>(manifestFile);
  for (const { source, destinations } of Object.values(files)) {
    if (source.path === undefined) continue;
    for (const { bucketName, objectKey } of Object.values(destinations)) {
      objects.set(
        `${replacePlaceholders(bucketName)}/${objectKey}`,
        path.resolve(path.dirname(manifestFile), source.path),
      );
    }
  }
}
