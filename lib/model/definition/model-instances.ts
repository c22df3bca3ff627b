import type { ModelConfig } from '../../model-config';

interface ConfiguredModel {
  readonly config: ModelConfig;
}

/** Whether a model has instances on a GPU. */
export function runsOnGpu({ config }: ConfiguredModel): boolean {
  const { instance_group: groups } = config._document;
  return groups.length === 0 || groups.some(({ kind }) => kind !== 'KIND_CPU');
}

/** Number of instances of a model on a host. */
export function instanceCountOf({ config }: ConfiguredModel, gpuCount: number): number {
  const { instance_group: groups } = config._document;
  if (groups.length === 0) return gpuCount;
  return groups
    .map(({ kind, count, gpus }) => {
      const countPerDevice = Math.max(1, count);
      return kind === 'KIND_CPU' || kind === 'KIND_MODEL' ? countPerDevice : countPerDevice * (gpus.length || gpuCount);
    })
    .reduce((sum, instances) => sum + instances, 0);
}
