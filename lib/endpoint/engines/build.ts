import { Duration, Stack } from 'aws-cdk-lib';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { AssetStaging } from '../../artifacts';
import { EngineSite } from '../../artifacts/model-data-options';
import { EngineBuilder } from '../../engine/engine-builder';
import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/model-validation';
import { EngineJobKind } from '../../platform';
import { ServingHost } from '../endpoint';
import { ServingPool } from '../realtime/pools';
import { engineJobs } from './jobs';
import { imageLabel } from './targets';

/** A custom resource may take an hour. What is left of it is for the start of the instance and for stopping the job. */
const LONGEST_IN_DEPLOYMENT = Duration.minutes(50);

/** What a user says of engines. */
export interface EngineBuildOptions {
  readonly bucket?: IBucket;
  readonly staging?: AssetStaging;
  readonly unusedRetention?: Duration;
  readonly job?: EngineJobKind;
}

/** Builds the engines of a model on the instance types that serve it. */
export function engineSite(
  scope: Construct,
  model: TritonModel,
  pools: ServingPool[],
  { image, release, network, encryptionKey }: ServingHost,
  { job, ...options }: EngineBuildOptions,
): EngineSite {
  return {
    image: imageLabel(Stack.of(scope), release, image.uri),
    build: (engine) => {
      const owner = modelAndMembers(model).find(({ name }) => engine.path.startsWith(`${name}/`));
      const gpu = engine.build?.target?.gpuModel;
      const pool = pools.find(({ instanceType }) => instanceType.gpuModel === gpu) ?? pools[0];
      return EngineBuilder.of(scope).build(engine, owner?.examples ?? [], {
        ...options,
        instanceType: pool.instanceType,
        jobs: engineJobs(pool.instanceType, release, job),
        image,
        network,
        encryptionKey,
        maxBuildTime: LONGEST_IN_DEPLOYMENT,
      });
    },
  };
}
