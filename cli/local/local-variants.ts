import { isCpuFamily } from '../../lib/facts/instance-families';
import { AssemblyAssets } from '../assembly/assets';
import { Container, endpointsOf, smokeTestsOf, TemplateVariant } from '../assembly/endpoints';
import { checkName } from '../assembly/measurements';
import { publicationPropertiesOf } from '../assembly/publications';
import { AssemblyStack, readAssembly } from '../assembly/stacks';
import { Properties, resourcesOfType } from '../assembly/template';
import { findPublishedFiles, PublishedFiles } from './published-files';

/** A production variant or an inference component of an endpoint in a synthesized template. */
export interface LocalVariant {
  readonly stackName: string;
  /** The Region of the stack; undefined if the app does not specify it. */
  readonly region?: string;
  readonly endpointName: string;
  /** The name of the variant, or the name of the inference component on its endpoint. */
  readonly variantName: string;
  /** The name of the inference component in SageMaker, which requests contain; undefined for a variant. */
  readonly inferenceComponentName?: string;
  readonly image: string;
  /** Whether the instances have no GPU. */
  readonly onCpu?: boolean;
  readonly environment: Record<string, string>;
  readonly modelDataUri: string;
  /** The model archive in the assembly; undefined if the model data is only in S3, or is uncompressed. */
  readonly archive?: string;
  /** The uncompressed model files in the assembly; undefined if the model data is only in S3, or is an archive. */
  readonly published?: PublishedFiles;
  /** Whether the variant serves a multi-model endpoint: the model data is an S3 prefix with archives that are loaded on demand. */
  readonly multiModel?: boolean;
  /** Whether the models have no network access. */
  readonly networkIsolation?: boolean;
  /** The properties of the smoke test; undefined if there is none. */
  readonly smokeTest?: Properties;
}

/** The variants and the assets of a cloud assembly. */
export interface LocalAssembly {
  readonly variants: LocalVariant[];
  readonly assets: AssemblyAssets;
}

/**
 * Reads the variants of a cloud assembly, including the nested assemblies of CDK stages.
 *
 * @throws if the folder is not a cloud assembly
 */
export function readLocalAssembly(folder: string): LocalAssembly {
  const { stacks, assets } = readAssembly(folder);
  return { variants: stacks.flatMap((stack) => variantsOf(stack, assets)), assets };
}

function variantsOf({ name: stackName, region, template }: AssemblyStack, assets: AssemblyAssets): LocalVariant[] {
  const publications = publicationPropertiesOf(template);
  const engines = resourcesOfType(template, 'Custom::TritonEngine').map(({ properties }) => properties);
  return endpointsOf(template).flatMap((endpoint) => {
    checkName('endpoint', endpoint.name);
    for (const { name } of endpoint.hosts) checkName('variant', name);
    const smokeTests = smokeTestsOf(endpoint, template);
    const variants = endpoint.variants.filter(({ isShadow }) => !isShadow);
    return variants.flatMap((variant): LocalVariant[] => {
      const { name, models, properties, component } = variant;
      if (component) checkName('inference component', component.inferenceComponentName);
      const model = component ? models[0] : models.find(({ id }) => id === properties.ModelName);
      if (!model) return [];
      const { container } = model;
      const modelDataUri = model.dataUri || (container.ModelPackageName ?? '');
      return [
        {
          stackName,
          region,
          endpointName: endpoint.name,
          variantName: name,
          inferenceComponentName: component?.inferenceComponentName,
          image: container.Image ?? '', // unknown for a model package
          onCpu: hasNoGpu(variant),
          environment: environmentOf(container),
          modelDataUri,
          multiModel: container.Mode === 'MultiModel',
          networkIsolation: (component ? endpoint.config : model.properties).EnableNetworkIsolation === true,
          archive: assets.find(modelDataUri.replace(/^s3:\/\//, '')),
          published: findPublishedFiles(modelDataUri, publications, engines, assets),
          smokeTest: smokeTests.find((test) => testsVariant(test, variant)),
        },
      ];
    });
  });
}

/** Whether the server has no GPU. Either all or none of the instance types of a variant have GPUs. */
function hasNoGpu({ instanceTypes: [type = ''], component }: TemplateVariant): boolean {
  return component?.reservation.gpus === 0 || isCpuFamily(type.split('.')[1] ?? '');
}

/** Whether a smoke test tests the variant. A smoke test without a list of variants tests all variants. */
function testsVariant({ Spec }: Properties, { name, component }: TemplateVariant): boolean {
  const { variants, inferenceComponent } = JSON.parse(String(Spec)) as {
    variants?: string[];
    inferenceComponent?: string;
  };
  if (component) return inferenceComponent === component.inferenceComponentName;
  return variants === undefined || variants.includes(name);
}

/** The environment variables of the container. SageMaker adds a variable for the mode of the container. */
function environmentOf({ Mode, Environment = {} }: Container): Record<string, string> {
  return Mode === 'MultiModel' ? { ...Environment, SAGEMAKER_MULTI_MODEL: 'true' } : Environment;
}
