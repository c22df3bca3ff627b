import { TritonModel } from '../../model';
import { InstanceType } from '../../platform';
import type { BuildTarget } from '../../model/folder/built-file';
import { TritonImage } from '../image';
import { engineTarget } from './targets';

/** An instance type with the model that it serves. */
export interface ModelPool {
  readonly instanceType: InstanceType;
  readonly model: TritonModel;
}

/** GPUs whose engines are in one copy of a model. Triton selects the engine by the compute capability of the GPU. */
interface EngineGroup {
  readonly model: TritonModel;
  readonly targets: BuildTarget[];
}

/**
 * Determines the GPUs for which the engines of each model are built. Pools with the same model share one copy of the model if their GPUs are
 * the same or differ in compute capability. GPUs of the same compute capability, such as L4 and L40S, would load the same engine, which runs
 * only on one of them: the later pool gets its own copy of the model. Models without engines to build are not changed.
 */
export function bindPools(pools: ModelPool[], image: TritonImage): ModelPool[] {
  const groups: EngineGroup[] = [];
  const groupByPool = pools.map(({ model, instanceType }) => {
    const target = engineTarget(instanceType, image);
    if (!target || !hasBuilds(model)) return undefined;
    const existing = groups.find((group) => group.model === model && canJoin(group.targets, target));
    const group = existing ?? { model, targets: [] };
    if (!existing) groups.push(group);
    group.targets.push(target);
    return group;
  });
  const boundModels = new Map(groups.map((group) => [group, group.model._forTargets(group.targets)]));
  return pools.map((pool, index) => {
    const group = groupByPool[index];
    return group ? { ...pool, model: boundModels.get(group) ?? pool.model } : pool;
  });
}

/** Whether the deployment builds an engine of the model or of one of its members, which are the models that it calls. */
export function hasBuilds({ files, members }: TritonModel): boolean {
  return files?._builds !== undefined || members.some(hasBuilds);
}

/** Whether the target can join a group: it must be the same GPU as, or differ in compute capability from, each GPU of the group. */
function canJoin(targets: BuildTarget[], target: BuildTarget): boolean {
  return targets.every(
    ({ computeCapability, gpuModel }) => computeCapability !== target.computeCapability || gpuModel === target.gpuModel,
  );
}
