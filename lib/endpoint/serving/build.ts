import { Construct } from 'constructs';
import { provideModelData } from '../../artifacts/model-data';
import { ModelData, ModelDataOptions } from '../../artifacts/model-data-options';
import { TritonModel } from '../../model';
import { Content } from '../resolved/content';
import { Pool, ServingEnvironment } from '../resolved/host';
import { buildsOf } from '../engines';
import { ServedModelOptions } from '../options/served-model-options';

/** Creates the content of each pool, in the order of the pools. Pools without their own model share the content of the variant's model. */
export function buildContents(
  scope: Construct,
  variantModel: TritonModel,
  pools: Pool[],
  environment: ServingEnvironment,
  props: ServedModelOptions,
): Content[] {
  const { modelBucket: bucket } = props;
  const contentByModel = new Map<TritonModel, Content>();
  const instanceTypes = pools.map(({ instanceType }) => instanceType);
  return pools.map(({ instanceType, models: [model] }) => {
    const existingContent = contentByModel.get(model);
    if (existingContent) return existingContent;
    const contentScope = model === variantModel ? scope : new Construct(scope, instanceType.name);
    const engines = buildsOf(contentScope, model, instanceTypes, environment, bucket);
    const { additionalFiles } = environment;
    const dataOptions = { endpoint: environment.scope, bucket, engines, additionalFiles };
    const content = createContent(contentScope, model, dataOptions);
    if (model === variantModel || engines) contentByModel.set(model, content);
    return content;
  });
}

/** Returns the properties of the container that locate the model. A model package already contains the location of its data. */
function containerOf({ s3Uri, uncompressed }: ModelData, modelPackageName?: string): Content['container'] {
  if (modelPackageName !== undefined) return { modelPackageName };
  if (!uncompressed) return { modelDataUrl: s3Uri };
  return { modelDataSource: { s3DataSource: { s3Uri, s3DataType: 'S3Prefix', compressionType: 'None' } } };
}

/** Creates the content of a container that serves one model. */
function createContent(scope: Construct, model: TritonModel, options: ModelDataOptions): Content {
  const data = provideModelData(scope, model, options);
  return {
    models: [model],
    container: containerOf(data, model.files?._location?.modelPackageArn),
    environment: {
      SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: model.name,
      // This variable changes with the version. Without a changed property, CloudFormation does not replace the SageMaker model.
      ...(data.version !== undefined && { MODEL_DATA_VERSION: data.version }),
    },
    location: {
      bucketArn: data.bucketArn,
      key: data.readPrefix ?? data.key,
      isPrefix: data.readPrefix !== undefined || data.uncompressed,
    },
    bucketKey: data.bucketKey,
    contentHash: data.contentHash,
    listing: data.listing,
    bytes: data.bytes,
    publication: data.publication,
  };
}
