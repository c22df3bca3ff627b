import * as fs from 'fs';
import * as path from 'path';
import { findPublishedFiles, PublishedFiles } from './published-files';
import { replacePlaceholders, resolve, Resource, Template } from './intrinsics';

/** A production variant of an endpoint, as a synthesized template describes it. */
export interface LocalVariant {
  readonly stackName: string;
  readonly endpointName: string;
  readonly variantName: string;
  readonly image: string;
  readonly environment: Record<string, string>;
  readonly modelDataUri: string;
  /** The archive in the assembly; undefined for data that is only in S3. */
  readonly archive?: string;
  /** The uncompressed files in the assembly; undefined for an archive, and for data that is only in S3. */
  readonly published?: PublishedFiles;
  /** Whether its data is a prefix of archives that are loaded on demand. */
  readonly multiModel?: boolean;
  /** Properties of the endpoint's smoke test; undefined when it has none. */
  readonly smokeTest?: Record<string, unknown>;
}

/** A cloud assembly: the variants of its endpoints, and the files that a deployment would upload, by `bucket/key`. */
export interface Assembly {
  readonly variants: LocalVariant[];
  readonly objects: Map<string, string>;
}

interface Manifest {
  readonly artifacts?: Record<string, { type: string; properties?: Record<string, string> }>;
}

/**
 * Reads a folder that `cdk synth` wrote, and the assemblies of stages inside it.
 *
 * @throws when the folder is not a cloud assembly
 */
export function readAssembly(folder: string): Assembly {
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
    readAssembly(path.join(folder, directoryName)),
  );
  for (const { objects: inner } of nested) inner.forEach((file, key) => objects.set(key, file));
  const variants = propertiesOf('aws:cloudformation:stack').flatMap(([id, { templateFile }]) =>
    variantsOf(id, readJson<Template>(path.join(folder, templateFile)), objects),
  );
  return { variants: [...variants, ...nested.flatMap((assembly) => assembly.variants)], objects };
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

function variantsOf(stackName: string, template: Template, objects: Map<string, string>): LocalVariant[] {
  const resources = Object.entries(template.Resources ?? {}).map(([id, resource]): [string, Resource] => [
    id,
    { Type: resource.Type, Properties: resolve(resource.Properties ?? {}, template) as Record<string, unknown> },
  ]);
  const ofType = (type: string): [string, Record<string, unknown>][] =>
    resources.filter(([, { Type }]) => Type === type).map(([id, { Properties = {} }]) => [id, Properties]);
  const find = (type: string, id: unknown): Record<string, unknown> | undefined =>
    ofType(type).find(([logicalId]) => logicalId === id)?.[1];

  return ofType('AWS::SageMaker::Endpoint').flatMap(([, endpoint]) => {
    const config = find('AWS::SageMaker::EndpointConfig', endpoint.EndpointConfigName);
    const smokeTests = ofType('Custom::TritonSmokeTest')
      .map(([, test]) => test)
      .filter((test) => test.EndpointName === endpoint.EndpointName);
    return ((config?.ProductionVariants ?? []) as { ModelName?: string; VariantName: string }[]).flatMap((variant) => {
      const container = find('AWS::SageMaker::Model', variant.ModelName)?.PrimaryContainer as Container | undefined;
      if (!container) return [];
      const modelDataUri = container.ModelDataUrl ?? container.ModelDataSource?.S3DataSource.S3Uri ?? '';
      return {
        stackName,
        endpointName: String(endpoint.EndpointName),
        variantName: variant.VariantName,
        image: container.Image,
        environment: environmentOf(container),
        modelDataUri,
        multiModel: container.Mode === 'MultiModel',
        archive: objects.get(modelDataUri.replace(/^s3:\/\//, '')),
        published: findPublishedFiles(
          modelDataUri,
          ofType('Custom::TritonModelPublication').map(([, publication]) => publication),
          objects,
        ),
        smokeTest: smokeTests.find((test) => asks(test, variant.VariantName)),
      };
    });
  });
}

/** Each of several variants may have a test of its own. */
function asks({ Spec }: Record<string, unknown>, variantName: string): boolean {
  const { variants } = JSON.parse(String(Spec)) as { variants?: string[] };
  return variants === undefined || variants.includes(variantName);
}

/** SageMaker tells the container its mode. */
function environmentOf({ Mode, Environment = {} }: Container): Record<string, string> {
  return Mode === 'MultiModel' ? { ...Environment, SAGEMAKER_MULTI_MODEL: 'true' } : Environment;
}

interface Container {
  readonly Image: string;
  readonly Mode?: string;
  readonly ModelDataUrl?: string;
  readonly ModelDataSource?: { readonly S3DataSource: { readonly S3Uri: string } };
  readonly Environment?: Record<string, string>;
}
