import { TritonModel } from '../../model';
import { localModelOf } from '../../model/file-rules/check-files';
import { engines } from '../../model/file-rules/engine-provenance';
import { EngineSidecar, readSidecar } from '../../model/readers/engine-sidecar';
import { ModelConfigDocument } from '../../model-config/schema/schema';
import { InstanceType } from '../../platform';

type ModelInstanceGroup = ModelConfigDocument['instance_group'][number];

/**
 * GPU memory of a model's engines on the GPU with the most instances, as the build of each engine measured it; undefined where that is not
 * known of all of them.
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
  const local = localModelOf(model, files);
  const sidecars = engines(local, computeCapability).map(({ source }) => readSidecar(source));
  if (sidecars.length === 0) return undefined;
  const gpus = Array.from({ length: gpuCount }, (_, gpu) => groupsOn(gpu, local.config));
  const byEngine = sidecars.map((sidecar) => sidecar && mostOf(gpus, sidecar, local.config));
  return byEngine.reduce((sum, bytes) => (sum === undefined || bytes === undefined ? undefined : sum + bytes), 0);
}

/** Triton runs one instance on each GPU where config.pbtxt has no group. */
function groupsOn(gpu: number, { instance_group: groups }: ModelConfigDocument): Partial<ModelInstanceGroup>[] {
  if (groups.length === 0) return [{}];
  return groups.filter(({ gpus }) => gpus.length === 0 || gpus.includes(gpu));
}

function mostOf(
  gpus: Partial<ModelInstanceGroup>[][],
  { deviceMemoryBytes, executionMemoryBytes = 0, inputs = [], outputs = [] }: EngineSidecar,
  { parameters }: ModelConfigDocument,
): number | undefined {
  if (deviceMemoryBytes === undefined) return undefined;
  const shared = ![...inputs, ...outputs].some(({ shape }) => shape?.includes(-1));
  // A context is then as large as its profile needs, which is not known of each: one is the least.
  const each = parameters.get('execution_context_allocation_strategy')?.string_value !== 'ON_PROFILE_CHANGE';
  const weights = deviceMemoryBytes - executionMemoryBytes;
  return Math.max(
    ...gpus.map((groups) => {
      const counted = groups.map(({ count, profile = [] }) => ({
        instances: Math.max(1, count ?? 1),
        contexts: each ? Math.max(1, new Set(profile).size) : 1,
      }));
      const instances = counted.reduce((sum, group) => sum + group.instances, 0);
      const contexts = counted.reduce((sum, group) => sum + group.instances * group.contexts, 0);
      return weights * (shared ? Math.min(1, instances) : instances) + executionMemoryBytes * contexts;
    }),
  );
}
