import { isCpuFamily } from '../../lib/platform/instance-families';
import { AssemblyFiles } from '../assembly-files';
import { AssemblyStack, readStacks } from '../assembly-stacks';
import { checkName } from '../measurements';
import { findPublishedArchive, findPublishedFiles, PublishedFiles } from './published-files';
import { propertiesOf } from '../template';
import { Resource } from './intrinsics';

/** A production variant of an endpoint, as a synthesized template describes it. */
export interface LocalVariant {
  readonly stackName: string;
  /** Region of the stack; undefined where the app names none. */
  readonly region?: string;
  readonly endpointName: string;
  readonly variantName: string;
  readonly image: string;
  /** Whether its instances have no GPU. */
  readonly onCpu?: boolean;
  readonly environment: Record<string, string>;
  readonly modelDataUri: string;
  /** The archive in the assembly; undefined for data that is only in S3. */
  readonly archive?: string;
  /** The uncompressed files in the assembly; undefined for an archive, and for data that is only in S3. */
  readonly published?: PublishedFiles;
  /** Whether its data is a prefix of archives that are loaded on demand. */
  readonly multiModel?: boolean;
  /** Whether its models have no network. */
  readonly networkIsolation?: boolean;
  /** Properties of the endpoint's smoke test; undefined when it has none. */
  readonly smokeTest?: Record<string, unknown>;
}

/** A cloud assembly: the variants of its endpoints, and the files that a deployment would upload. */
export interface Assembly {
  readonly variants: LocalVariant[];
  readonly objects: AssemblyFiles;
}

/**
 * Reads a folder that `cdk synth` wrote, and the assemblies of stages inside it.
 *
 * @param allowed folders in which models may lie besides the assembly and the app's own folder
 * @throws when the folder is not a cloud assembly, or names files elsewhere
 */
export function readAssembly(folder: string, allowed: string[] = []): Assembly {
  const { stacks, objects } = readStacks(folder, allowed);
  return { variants: stacks.flatMap((stack) => variantsOf(stack, objects)), objects };
}

function variantsOf({ name: stackName, region, template }: AssemblyStack, objects: AssemblyFiles): LocalVariant[] {
  const resources = Object.entries(template.Resources ?? {}).map(([id, resource]): [string, Resource] => [
    id,
    { Type: resource.Type, Properties: propertiesOf(resource, template) },
  ]);
  const ofType = (type: string): [string, Record<string, unknown>][] =>
    resources.filter(([, { Type }]) => Type === type).map(([id, { Properties = {} }]) => [id, Properties]);
  const find = (type: string, id: unknown): Record<string, unknown> | undefined =>
    ofType(type).find(([logicalId]) => logicalId === id)?.[1];

  return ofType('AWS::SageMaker::Endpoint').flatMap(([id, endpoint]) => {
    // A name that is only known at deployment becomes the resource's logical id.
    const endpointName = typeof endpoint.EndpointName === 'string' ? endpoint.EndpointName : id;
    checkName('endpoint', endpointName);
    const config = find('AWS::SageMaker::EndpointConfig', endpoint.EndpointConfigName);
    const smokeTests = ofType('Custom::TritonSmokeTest')
      .map(([, test]) => test)
      .filter((test) => test.EndpointName === endpoint.EndpointName);
    return ((config?.ProductionVariants ?? []) as VariantConfig[]).flatMap((variant) => {
      checkName('variant', variant.VariantName);
      const model = find('AWS::SageMaker::Model', variant.ModelName);
      const container = model?.PrimaryContainer as Container | undefined;
      if (!container) return [];
      const publications = ofType('Custom::TritonModelPublication').map(([, publication]) => publication);
      const engines = ofType('Custom::TritonEngine').map(([, engine]) => engine);
      const modelDataUri =
        container.ModelDataUrl ?? container.ModelDataSource?.S3DataSource?.S3Uri ?? container.ModelPackageName ?? '';
      return {
        stackName,
        region,
        endpointName,
        variantName: variant.VariantName,
        image: container.Image ?? '', // that of a model package is not in the template
        onCpu: isOnCpu(variant),
        environment: environmentOf(container),
        modelDataUri,
        multiModel: container.Mode === 'MultiModel',
        networkIsolation: model?.EnableNetworkIsolation === true,
        archive:
          findPublishedArchive(modelDataUri, publications, objects) ??
          objects.find(modelDataUri.replace(/^s3:\/\//, '')),
        published: findPublishedFiles(modelDataUri, publications, engines, objects),
        smokeTest: smokeTests.find((test) => asks(test, variant.VariantName)),
      };
    });
  });
}

/** All instance types of a variant are of one kind. */
function isOnCpu({ InstanceType, InstancePools = [] }: VariantConfig): boolean {
  const name = InstanceType ?? InstancePools[0]?.InstanceType;
  return typeof name === 'string' && isCpuFamily(name.split('.')[1] ?? '');
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

interface VariantConfig {
  readonly ModelName?: string;
  readonly VariantName: string;
  readonly InstanceType?: string;
  readonly InstancePools?: readonly { readonly InstanceType?: string }[];
}

interface Container {
  readonly Image?: string;
  readonly ModelPackageName?: string;
  readonly Mode?: string;
  readonly ModelDataUrl?: string;
  readonly ModelDataSource?: { readonly S3DataSource?: { readonly S3Uri?: string } };
  readonly Environment?: Record<string, string>;
}
