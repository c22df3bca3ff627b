import * as fs from 'fs';
import * as path from 'path';
import { AssemblyAssets, projectFolders } from './assets';
import { replacePlaceholders, Template } from './intrinsics';
import { anything, fields, list, optional, readJson, Shape, table, text } from '../input/shape';
import { readTemplateFile } from './template';

/** Maximum size of a manifest, enough for thousands of assets. */
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

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
  /** `bucket/key` of each asset of the stack and of its nested stacks. */
  readonly assetKeys: string[];
  /** The information that the constructs of the stack reported at synthesis. */
  readonly information: string[];
}

/** The stacks and the assets of a cloud assembly. */
export interface Assembly {
  readonly stacks: AssemblyStack[];
  readonly assets: AssemblyAssets;
}

/** The messages of the constructs of a stack, by the path of the construct. */
const metadataShape = table(list(fields({ type: text, data: anything })));

/** The parts of the assembly manifest that the commands read. */
const manifestShape = fields({
  artifacts: optional(
    table(
      fields({
        type: text,
        displayName: optional(text),
        environment: optional(text),
        dependencies: optional(list(text)),
        properties: optional(fields({ stackName: optional(text) })),
        metadata: optional(metadataShape),
        additionalMetadataFile: optional(text),
      }),
    ),
  ),
});

type Metadata = ReturnType<typeof metadataShape>;

/** The parts of an asset manifest that the commands read. */
const assetManifestShape = fields({
  files: optional(
    table(
      fields({
        source: fields({ path: optional(text), packaging: optional(text) }),
        destinations: table(fields({ bucketName: text, objectKey: text })),
      }),
    ),
  ),
});

/** Parses `aws://111122223333/us-east-1`. CDK writes `unknown-account` and `unknown-region` for unspecified parts. */
function parseEnvironment(environment = ''): Pick<AssemblyStack, 'account' | 'region'> {
  const [, account, region] = /^aws:\/\/([^/]+)\/([^/]+)$/.exec(environment) ?? [];
  const withoutUnknown = (name?: string): string | undefined => (name?.startsWith('unknown-') ? undefined : name);
  return { account: withoutUnknown(account), region: withoutUnknown(region) };
}

/**
 * Reads a cloud assembly, including the nested assemblies of CDK stages.
 *
 * @param allowed folders whose files may be opened, in addition to the assembly and the folder of the app
 * @throws if the folder is not a cloud assembly, or refers to manifests or templates outside the folder
 */
export function readAssembly(folder: string, allowed: string[] = []): Assembly {
  const assets = new AssemblyAssets([folder, ...projectFolders(), ...allowed]);
  return { stacks: new AssemblyReader(folder, assets).read(folder), assets };
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

/** Reads an assembly and its nested assemblies, each once. Rejects manifests and templates outside the root assembly. */
class AssemblyReader {
  /** Paths of the manifests that were already read. */
  private readonly manifestsRead = new Set<string>();

  constructor(
    private readonly root: string,
    private readonly assets: AssemblyAssets,
  ) {}

  /** Adds the assets, and returns the stacks. */
  public read(folder: string): AssemblyStack[] {
    const manifestFile = path.join(folder, 'manifest.json');
    if (!fs.existsSync(manifestFile)) {
      throw new Error(`${folder} has no manifest.json: pass the folder that 'cdk synth' wrote, usually cdk.out`);
    }
    const realPath = fs.realpathSync(manifestFile);
    if (this.manifestsRead.has(realPath)) throw new Error(`${manifestFile}: the assembly contains itself`);
    this.manifestsRead.add(realPath);
    const { artifacts = {} } = this.readJson(manifestFile, manifestShape);
    const artifactFiles = (type: string, property: string): [id: string, file: string][] =>
      Object.entries(artifacts)
        .filter(([, artifact]) => artifact.type === type)
        .map(([id, { properties }]) => {
          const name = properties?.[property];
          if (typeof name === 'string') return [id, path.join(folder, name)];
          throw new Error(`${manifestFile}: ${id}: got ${property} ${JSON.stringify(name)}; allowed: a path`);
        });
    const assetKeys = new Map(
      artifactFiles('cdk:asset-manifest', 'file').map(([id, file]) => [id, this.addAssets(file)]),
    );
    const nestedStacks = artifactFiles('cdk:cloud-assembly', 'directoryName').flatMap(([, inner]) => this.read(inner));
    const stacks = artifactFiles('aws:cloudformation:stack', 'templateFile').map(([id, file]) => ({
      name: artifacts[id].displayName ?? id,
      aliases: [id, artifacts[id].properties?.stackName ?? id],
      stackName: artifacts[id].properties?.stackName ?? id,
      ...parseEnvironment(artifacts[id].environment),
      template: readTemplateFile(file, this.root),
      assetKeys: (artifacts[id].dependencies ?? []).flatMap((dependency) => assetKeys.get(dependency) ?? []),
      information: this.readInformation(folder, artifacts[id]),
    }));
    return [...stacks, ...nestedStacks];
  }

  /** Reads the information of a stack, which is in the manifest or, with current versions of CDK, in a separate file. */
  private readInformation(
    folder: string,
    { metadata = {}, additionalMetadataFile: file }: { metadata?: Metadata; additionalMetadataFile?: string },
  ): string[] {
    const additionalMetadata = file === undefined ? {} : this.readJson(path.join(folder, file), metadataShape);
    return [...Object.values(metadata), ...Object.values(additionalMetadata)]
      .flat()
      .flatMap(({ type, data }) => (type === 'aws:cdk:info' && typeof data === 'string' ? [data] : []));
  }

  private readJson<T>(file: string, shape: Shape<T>): T {
    return readJson(file, { maximumBytes: MAX_MANIFEST_BYTES, within: this.root }, shape);
  }

  /** Adds the assets of an asset manifest, and returns `bucket/key` of each. */
  private addAssets(manifestFile: string): string[] {
    const { files = {} } = this.readJson(manifestFile, assetManifestShape);
    return Object.values(files).flatMap(({ source, destinations }) => {
      if (source.path === undefined) return [];
      const file = path.resolve(path.dirname(manifestFile), source.path);
      return Object.values(destinations).map(({ bucketName, objectKey }) => {
        const key = `${replacePlaceholders(bucketName)}/${objectKey}`;
        this.assets.add(key, file, source.packaging === 'zip');
        return key;
      });
    });
  }
}
