import * as fs from 'fs';
import * as path from 'path';
import { AssemblyFiles, projectFolders } from './assembly-files';
import { replacePlaceholders, Template } from './local/intrinsics';
import { readJson } from './read-json';
import { fields, list, optional, Shape, table, text } from './shape';
import { readTemplateFile } from './template';

/** Larger than manifests of thousands of assets. */
const MAXIMUM_BYTES = 64 * 1024 * 1024;

/** A stack of a cloud assembly. */
export interface AssemblyStack {
  /** Its path in the app, such as `Beta/Serving`. */
  readonly name: string;
  /** What else it is called: the id in the assembly, and the name in CloudFormation. */
  readonly aliases: string[];
  /** Its name in CloudFormation. */
  readonly stackName: string;
  /** Where it is deployed to, as far as the app says it. */
  readonly account?: string;
  readonly region?: string;
  readonly template: Template;
  /** `bucket/key` of the files that are uploaded for it, and for the stacks nested in it. */
  readonly assets: string[];
}

/** A cloud assembly: its stacks, and the files that a deployment would upload. */
export interface Stacks {
  readonly stacks: AssemblyStack[];
  readonly objects: AssemblyFiles;
}

/** What of an assembly's manifest is read. */
const manifest = fields({
  artifacts: optional(
    table(
      fields({
        type: text,
        displayName: optional(text),
        environment: optional(text),
        dependencies: optional(list(text)),
        properties: optional(fields({ stackName: optional(text) })),
      }),
    ),
  ),
});

/** What of the manifest of its files is read. */
const assetManifest = fields({
  files: optional(
    table(
      fields({
        source: fields({ path: optional(text), packaging: optional(text) }),
        destinations: table(fields({ bucketName: text, objectKey: text })),
      }),
    ),
  ),
});

/** `aws://111122223333/us-east-1`, in which what the app does not say is unknown. */
function environmentOf(environment = ''): Pick<AssemblyStack, 'account' | 'region'> {
  const [, account, region] = /^aws:\/\/([^/]+)\/([^/]+)$/.exec(environment) ?? [];
  const known = (name?: string): string | undefined => (name?.startsWith('unknown-') ? undefined : name);
  return { account: known(account), region: known(region) };
}

/**
 * Reads a folder that `cdk synth` wrote, and the assemblies of stages inside it.
 *
 * @param allowed folders in which models may lie besides the assembly and the app's own folder
 * @throws when the folder is not a cloud assembly, or names files that are not inside it
 */
export function readStacks(folder: string, allowed: string[] = []): Stacks {
  const objects = new AssemblyFiles([folder, ...projectFolders(), ...allowed]);
  return { stacks: new AssemblyReader(folder, objects).read(folder), objects };
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
  throw new Error(`${folder} has no stack ${given}; its stacks: ${stacks.map(({ name }) => name).join(', ')}`);
}

/** Reads an assembly with those inside it, each once, and no file outside of the outermost. */
class AssemblyReader {
  private readonly seen = new Set<string>();

  constructor(
    private readonly root: string,
    private readonly objects: AssemblyFiles,
  ) {}

  public read(folder: string): AssemblyStack[] {
    const manifestFile = path.join(folder, 'manifest.json');
    if (!fs.existsSync(manifestFile)) {
      throw new Error(`${folder} has no manifest.json: pass the folder that 'cdk synth' wrote, usually cdk.out`);
    }
    const real = fs.realpathSync(manifestFile);
    if (this.seen.has(real)) throw new Error(`${manifestFile}: the assembly contains itself`);
    this.seen.add(real);
    const { artifacts = {} } = this.json(manifestFile, manifest);
    const namesOf = (type: string, property: string): [id: string, file: string][] =>
      Object.entries(artifacts)
        .filter(([, artifact]) => artifact.type === type)
        .map(([id, { properties }]) => {
          const name = properties?.[property];
          if (typeof name === 'string') return [id, path.join(folder, name)];
          throw new Error(`${manifestFile}: ${id}: got ${property} ${JSON.stringify(name)}; allowed: a path`);
        });
    const assets = new Map(namesOf('cdk:asset-manifest', 'file').map(([id, file]) => [id, this.addObjects(file)]));
    const nested = namesOf('cdk:cloud-assembly', 'directoryName').flatMap(([, inner]) => this.read(inner));
    const stacks = namesOf('aws:cloudformation:stack', 'templateFile').map(([id, file]) => ({
      name: artifacts[id].displayName ?? id,
      aliases: [id, artifacts[id].properties?.stackName ?? id],
      stackName: artifacts[id].properties?.stackName ?? id,
      ...environmentOf(artifacts[id].environment),
      template: readTemplateFile(file, this.root),
      assets: (artifacts[id].dependencies ?? []).flatMap((dependency) => assets.get(dependency) ?? []),
    }));
    return [...stacks, ...nested];
  }

  private json<T>(file: string, shape: Shape<T>): T {
    return readJson(file, { maximumBytes: MAXIMUM_BYTES, within: this.root }, shape);
  }

  /** @returns the keys of the objects */
  private addObjects(manifestFile: string): string[] {
    const { files = {} } = this.json(manifestFile, assetManifest);
    return Object.values(files).flatMap(({ source, destinations }) => {
      if (source.path === undefined) return [];
      const file = path.resolve(path.dirname(manifestFile), source.path);
      return Object.values(destinations).map(({ bucketName, objectKey }) => {
        const key = `${replacePlaceholders(bucketName)}/${objectKey}`;
        this.objects.add(key, file, source.packaging === 'zip');
        return key;
      });
    });
  }
}
