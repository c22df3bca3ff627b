import { Construct } from 'constructs';
import { provideModelData } from '../../artifacts/model-data';
import { ModelData, ModelDataOptions } from '../../artifacts/model-data-options';
import { TritonModel } from '../../model';
import { Content, ServingHost } from '../endpoint';
import { hasEngines } from '../engines/bind-pools';
import { engineSite } from '../engines/build';
import { ServedModelOptions } from '../models/options';
import { ServingPool } from './pools';

/** What each pool serves; pools without a model of their own share the variant's. */
export function buildContents(
  scope: Construct,
  model: TritonModel,
  pools: ServingPool[],
  host: ServingHost,
  props: ServedModelOptions,
): Content[] {
  const { packaging, assetStaging: staging, modelBucket: bucket, retainedModelVersions: retainedVersions } = props;
  const shared = new Map<TritonModel, Content>();
  return pools.map((pool) => {
    const known = shared.get(pool.model);
    if (known) return known;
    const own = pool.model === model ? scope : new Construct(scope, pool.instanceType.name);
    const building = { bucket, staging, unusedRetention: props.unusedEngineRetention, job: props.engineJob };
    const engines = hasEngines(pool.model) ? engineSite(own, pool.model, pools, host, building) : undefined;
    const content = contentOf(own, pool.model, { packaging, staging, bucket, retainedVersions, engines });
    if (pool.model === model || engines) shared.set(pool.model, content);
    return content;
  });
}

/** A model package names its data itself. */
function containerOf({ s3Uri, uncompressed }: ModelData, modelPackageName?: string): Content['container'] {
  if (modelPackageName !== undefined) return { modelPackageName };
  if (!uncompressed) return { modelDataUrl: s3Uri };
  return { modelDataSource: { s3DataSource: { s3Uri, s3DataType: 'S3Prefix', compressionType: 'None' } } };
}

/** A container that serves one model. */
function contentOf(scope: Construct, model: TritonModel, options: ModelDataOptions): Content {
  const data = provideModelData(scope, model, options);
  return {
    models: [model],
    container: containerOf(data, model.files?._modelPackageArn),
    environment: {
      SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: model.name,
      // Only a changed property makes CloudFormation create the model again.
      ...(data.version !== undefined && { MODEL_DATA_VERSION: data.version }),
    },
    location: {
      bucketArn: data.bucketArn,
      key: data.group ?? data.key,
      isPrefix: data.group !== undefined || data.uncompressed,
    },
    bucketKey: data.bucketKey,
    contentHash: data.contentHash,
    listing: data.listing,
    bytes: data.bytes,
    publication: data.publication,
  };
}
