import { TritonModel } from '../../model';
import type { EngineTarget } from '../../model/engine/engine-build';
import { modelAndMembers } from '../../model/model-validation';
import { TritonImage } from '../image';
import { ServingPool } from '../realtime/pools';
import { engineTarget } from './targets';

/** Pools that share a model: Triton chooses between its engines by compute capability. */
interface Group {
  readonly model: TritonModel;
  readonly targets: EngineTarget[];
}

/**
 * Binds the engines of models to the GPUs of their pools. Pools share a model as long as their GPUs are the same or differ in compute
 * capability. GPUs of one compute capability, such as L4 and L40S, would find the same engine: unless that runs on both, the later pool
 * gets a model of its own. Models without engines to build stay as they are.
 */
export function bindPools(pools: ServingPool[], image: TritonImage): ServingPool[] {
  const groups: Group[] = [];
  const groupOf = pools.map(({ model, instanceType }) => {
    const target = engineTarget(instanceType, image);
    if (!target || !hasEngines(model)) return undefined;
    const known = groups.find((group) => group.model === model && fits(group, target));
    const group = known ?? { model, targets: [] };
    if (!known) groups.push(group);
    group.targets.push(target);
    return group;
  });
  const bound = new Map(groups.map((group) => [group, group.model._forTargets(group.targets)]));
  return pools.map((pool, index) => {
    const group = groupOf[index];
    return group ? { ...pool, model: bound.get(group) ?? pool.model } : pool;
  });
}

/** Whether the model, or a member of it, has an engine that the deployment builds. */
export function hasEngines({ files, members }: TritonModel): boolean {
  return files?._engine !== undefined || members.some(hasEngines);
}

function fits({ model, targets }: Group, target: EngineTarget): boolean {
  const engines = modelAndMembers(model).flatMap(({ files }) => files?._engine ?? []);
  return targets.every(
    (each) =>
      each.computeCapability !== target.computeCapability || engines.every((engine) => engine.serves(each, target)),
  );
}
