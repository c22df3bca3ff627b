import * as fs from 'fs';
import * as path from 'path';
import { replacePlaceholders, resolve, Resource, Template } from './intrinsics';

/** An endpoint as a synthesized template describes it. */
export interface LocalEndpoint {
  readonly stackName: string;
  readonly endpointName: string;
  readonly image: string;
  readonly environment: Record<string, string>;
  readonly modelDataUri: string;
  /** The archive in the assembly; undefined for data that is only in S3. */
  readonly archive?: string;
  /** Properties of the endpoint's smoke test; undefined when it has none. */
  readonly smokeTest?: Record<string, unknown>;
}

/** A cloud assembly: its endpoints, and the files that a deployment would upload, by `bucket/key`. */
export interface Assembly {
  readonly endpoints: LocalEndpoint[];
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
  const nested = propertiesOf('cdk:cloud-assembly').map(([, { directoryName }]) => readAssembly(path.join(folder, directoryName)));
  for (const { objects: inner } of nested) inner.forEach((file, key) => objects.set(key, file));
  const endpoints = propertiesOf('aws:cloudformation:stack').flatMap(([id, { templateFile }]) =>
    endpointsOf(id, readJson<Template>(path.join(folder, templateFile)), objects),
  );
  return { endpoints: [...endpoints, ...nested.flatMap((assembly) => assembly.endpoints)], objects };
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
      objects.set(`${replacePlaceholders(bucketName)}/${objectKey}`, path.resolve(path.dirname(manifestFile), source.path));
    }
  }
}

function endpointsOf(stackName: string, template: Template, objects: Map<string, string>): LocalEndpoint[] {
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
    const [variant] = (config?.ProductionVariants ?? []) as { ModelName?: string }[];
    const model = find('AWS::SageMaker::Model', variant?.ModelName);
    const container = model?.PrimaryContainer as Container | undefined;
    if (!container) return [];
    const modelDataUri = container.ModelDataUrl ?? container.ModelDataSource?.S3DataSource.S3Uri ?? '';
    const smokeTest = ofType('Custom::TritonSmokeTest').find(([, test]) => test.EndpointName === endpoint.EndpointName);
    return {
      stackName,
      endpointName: String(endpoint.EndpointName),
      image: container.Image,
      environment: container.Environment ?? {},
      modelDataUri,
      archive: objects.get(modelDataUri.replace(/^s3:\/\//, '')),
      smokeTest: smokeTest?.[1],
    };
  });
}

interface Container {
  readonly Image: string;
  readonly ModelDataUrl?: string;
  readonly ModelDataSource?: { readonly S3DataSource: { readonly S3Uri: string } };
  readonly Environment?: Record<string, string>;
}
