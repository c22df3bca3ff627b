import { Duration, Stack } from 'aws-cdk-lib';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct, IDependable } from 'constructs';
import { EngineBuilds } from '../../artifacts/model-data-options';
import { EngineBuilder } from '../../engine/engine-builder';
import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/rules/model-validation';
import { InstanceType } from '../../platform';
import { ServingEnvironment } from '../resolved/host';
import { hasBuilds } from './bind-pools';
import { imageLabel } from './targets';

/**
 * Limit for an engine build. A custom resource may take an hour: the remaining 10 minutes are for starting the instance and stopping the
 * job.
 */
const MAX_TIME_IN_DEPLOYMENT = Duration.minutes(50);

/** Returns an object that builds each engine of a model on one of the instance types that serve the model. Undefined if there is none. */
export function buildsOf(
  scope: Construct,
  model: TritonModel,
  instanceTypes: InstanceType[],
  { image, boundImage, network, encryptionKey }: ServingEnvironment,
  bucket?: IBucket,
): EngineBuilds | undefined {
  if (!hasBuilds(model)) return undefined;
  return {
    image: imageLabel(Stack.of(scope), image, boundImage.uri),
    build: (engine) => {
      const owningModel = modelAndMembers(model).find(({ name }) => engine.path.startsWith(`${name}/`));
      const targetGpu = engine.build?.target?.gpuModel;
      const instanceType = instanceTypes.find(({ gpuModel }) => gpuModel === targetGpu) ?? instanceTypes[0];
      return EngineBuilder.of(scope).build(engine, owningModel?.examples ?? [], {
        bucket,
        instanceType,
        image: boundImage,
        network,
        encryptionKey,
        maxBuildTime: MAX_TIME_IN_DEPLOYMENT,
      });
    },
  };
}

/** The role of the jobs of a stack, which SageMaker requires to remove the network interfaces of the jobs. Empty if the stack has no builds. */
export function roleOfBuilds(scope: Construct): IDependable {
  return EngineBuilder.roleOfJobs(scope);
}
