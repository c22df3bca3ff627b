import { Severity } from '../../../findings/finding';
import { ModelConfigDocument } from '../../../model-config/schema/schema';
import type { EngineShapes, ShapesByInput } from '../../engine/engine-profile';
import { readSidecar } from '../../engine/engine-sidecar';
import { OnnxTensor } from '../../folder/readers/onnx-graph';
import { existingEngines } from './provenance';
import { buildOf } from '../../engine/engine-build';
import type { FileRule, LocalModel } from '../local-model';

/** Rules that compare the profiles of an engine with config.pbtxt. */
export const profileUseRules: FileRule[] = [
  {
    id: 'engine.profile-index',
    *check(model) {
      const usedByInstances = usedIndexes(model.config);
      for (const { profiles, source } of allProfiles(model)) {
        const indexes = profiles.map((_, index) => `${index}`);
        for (const [groupIndex, { profile }] of model.config.instance_group.entries()) {
          for (const [index, name] of profile.entries()) {
            if (profiles.length === 0 || indexes.includes(name)) continue;
            const field = `instance_group[${groupIndex}].profile[${index}]`;
            yield { field, message: `got '${name}'; allowed: ${indexes.join(', ')}, the profiles in ${source}` };
          }
        }
        const unused = indexes.filter((index) => !usedByInstances.has(index));
        if (unused.length > 0) {
          yield {
            field: 'instance_group',
            message: `no instance uses profile ${unused.join(', ')} of ${source}; list the profiles to use in the instance groups' profiles`,
            severity: Severity.WARNING,
          };
        }
      }
    },
  },
  {
    id: 'engine.batch',
    *check(model) {
      const maxBatchSize = model.config.max_batch_size;
      if (maxBatchSize <= 0) return;
      for (const { profiles, source } of usedProfiles(model)) {
        const ranges = profiles.map(batchRangeOf).filter((range) => range !== undefined);
        if (ranges.length === 0) continue;
        const maximumBatch = Math.max(...ranges.map(({ max }) => max));
        const minimumBatch = Math.min(...ranges.map(({ min }) => min));
        if (maxBatchSize > maximumBatch) {
          yield {
            field: 'max_batch_size',
            message: `got ${maxBatchSize}; allowed: at most ${maximumBatch}, the largest batch of the profiles in ${source}`,
          };
        } else if (minimumBatch > 1) {
          yield {
            field: 'max_batch_size',
            message: `the smallest batch of the profiles in ${source} is ${minimumBatch}, so a single request may fail: begin a profile with 1`,
            severity: Severity.WARNING,
          };
        }
      }
    },
  },
  {
    id: 'engine.dims',
    *check(model) {
      const { input, max_batch_size: maxBatchSize } = model.config;
      for (const { profiles, source } of usedProfiles(model)) {
        for (const [index, tensor] of input.entries()) {
          const ranges = profiles.flatMap((profile) => profile[tensor.name] ?? []);
          const configuredDims = (tensor.reshape?.shape ?? tensor.dims).map(Number);
          const shape = maxBatchSize > 0 ? [-1, ...configuredDims] : configuredDims;
          if (ranges.length === 0 || ranges.some((range) => isInRange(range, shape))) continue;
          const allowed = ranges.map(({ min, max }) => `[${min.join(', ')}] to [${max.join(', ')}]`).join(' or ');
          yield {
            field: tensor.reshape ? `input[${index}].reshape.shape` : `input[${index}].dims`,
            message: `got [${configuredDims.join(', ')}] for '${tensor.name}'; allowed: inside ${allowed}${maxBatchSize > 0 ? ' without the batch dimension' : ''}, the profiles in ${source}`,
          };
        }
      }
    },
  },
];

/** The profiles of the engine build, or of the existing engines. */
function allProfiles(model: LocalModel): { profiles: readonly ShapesByInput[]; source: string }[] {
  const build = buildOf(model);
  if (build) return [{ profiles: build.profiles, source: 'files' }];
  return existingEngines(model).flatMap((engine) => {
    const { profiles } = readSidecar(engine.source) ?? {};
    return profiles ? [{ profiles, source: `${engine.path}.json` }] : [];
  });
}

/** The profiles that model instances use. */
function usedProfiles(model: LocalModel): { profiles: readonly ShapesByInput[]; source: string }[] {
  const usedByInstances = usedIndexes(model.config);
  const { inputs = [] } = buildOf(model) ?? {};
  return allProfiles(model).map(({ profiles, source }) => ({
    profiles: profiles.filter((profile, index) => usedByInstances.has(`${index}`) && hasRankOfGraph(profile, inputs)),
    source,
  }));
}

/** Indexes of the used profiles. An instance group without profiles uses the first profile. */
function usedIndexes({ instance_group: groups }: ModelConfigDocument): Set<string> {
  const groupIndexes = groups.map(({ profile }) => (profile.length > 0 ? profile : ['0']));
  return new Set(groups.length > 0 ? groupIndexes.flat() : ['0']);
}

/** Whether the shapes have as many dimensions as the graph. If not, the rule engine.profile-shape reports the shapes. */
function hasRankOfGraph(profile: ShapesByInput, inputs: OnnxTensor[]): boolean {
  return inputs.every(({ name, shape }) => !shape || (profile[name]?.max.length ?? shape.length) === shape.length);
}

/** The batch sizes that all inputs of a profile allow. Undefined for a profile without inputs. */
function batchRangeOf(profile: ShapesByInput): { min: number; max: number } | undefined {
  const inputs = Object.values(profile).filter(({ min, max }) => min.length > 0 && max.length > 0);
  if (inputs.length === 0) return undefined;
  return {
    min: Math.max(...inputs.map(({ min }) => min[0])),
    max: Math.min(...inputs.map(({ max }) => max[0])),
  };
}

function isInRange({ min, max }: EngineShapes, dims: number[]): boolean {
  if (dims.length !== min.length || dims.length !== max.length) return true; // reported by engine.profile-shape or onnx.io-dims
  return dims.every((dim, index) => dim === -1 || (min[index] <= dim && dim <= max[index]));
}
