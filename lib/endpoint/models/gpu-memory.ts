import { TritonModel } from '../../model';
import { localModelOf } from '../../model/rules/check-files';
import { EngineSidecar, readSidecar } from '../../model/engine/engine-sidecar';
import { existingEngines } from '../../model/rules/engine/provenance';
import { ModelConfigDocument } from '../../model-config/schema/schema';
import { InstanceType } from '../../platform';

type ModelInstanceGroup = ModelConfigDocument['instance_group'][number];

/**
 * GPU memory of a model's engines on the GPU with the most instances, as measured when each engine was built. Undefined if it is not known
 * for all engines.
 *
 * The TensorRT backend creates one execution context for each profile of each instance, and instances share the weights only if no
 * tensor has a variable dimension (triton-inference-server/tensorrt_backend at e2ef6d7: ModelInstanceState::InitOptimizationProfiles and
 * ModelState::CreateEngine).
 */
export function engineMemory(
  model: TritonModel,
  { gpuCount = 1, computeCapability }: InstanceType,
): number | undefined {
  const { files } = model;
  if (!files || files._location || files._problem) return undefined;
  const localModel = localModelOf(model, files);
  const sidecars = existingEngines(localModel, computeCapability).map(({ source }) => readSidecar(source));
  if (sidecars.length === 0) return undefined;
  const groupsByGpu = Array.from({ length: gpuCount }, (_, gpu) => groupsOnGpu(gpu, localModel.config));
  const bytesByEngine = sidecars.map((sidecar) => sidecar && maximumPerGpu(groupsByGpu, sidecar, localModel.config));
  return bytesByEngine.reduce((sum, bytes) => (sum === undefined || bytes === undefined ? undefined : sum + bytes), 0);
}

/** The instance groups that run on a GPU. If config.pbtxt has no group, Triton runs one instance on each GPU. */
function groupsOnGpu(gpu: number, { instance_group: groups }: ModelConfigDocument): Partial<ModelInstanceGroup>[] {
  if (groups.length === 0) return [{}];
  return groups.filter(({ gpus }) => gpus.length === 0 || gpus.includes(gpu));
}

/** Memory of one engine on the GPU with the most instances. Undefined if the memory was not measured when the engine was built. */
function maximumPerGpu(
  groupsByGpu: Partial<ModelInstanceGroup>[][],
  { deviceMemoryBytes, executionMemoryBytes = 0, inputs = [], outputs = [] }: EngineSidecar,
  { parameters }: ModelConfigDocument,
): number | undefined {
  if (deviceMemoryBytes === undefined) return undefined;
  const sharesWeights = ![...inputs, ...outputs].some(({ shape }) => shape?.includes(-1));
  // With ON_PROFILE_CHANGE, the size of a context depends on its profile and is not known: one context is counted as the minimum.
  const contextPerProfile =
    parameters.get('execution_context_allocation_strategy')?.string_value !== 'ON_PROFILE_CHANGE';
  const weights = deviceMemoryBytes - executionMemoryBytes;
  return Math.max(
    ...groupsByGpu.map((groups) => {
      const groupSizes = groups.map(({ count, profile = [] }) => ({
        instances: Math.max(1, count ?? 1),
        contexts: contextPerProfile ? Math.max(1, new Set(profile).size) : 1,
      }));
      const instances = groupSizes.reduce((sum, group) => sum + group.instances, 0);
      const contexts = groupSizes.reduce((sum, group) => sum + group.instances * group.contexts, 0);
      return weights * (sharesWeights ? Math.min(1, instances) : instances) + executionMemoryBytes * contexts;
    }),
  );
}
