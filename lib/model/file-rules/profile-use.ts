import { Severity } from '../../findings/finding';
import { ModelConfigDocument } from '../../model-config/schema/schema';
import type { EngineShapes, ShapesByInput } from '../engine/engine-profile';
import { readSidecar } from '../readers/engine-sidecar';
import { OnnxTensor } from '../readers/onnx-graph';
import { buildOf } from './engine-builds';
import { engines } from './engine-provenance';
import { FileRule, LocalModel } from './local-model';

/** The shapes that an engine is built for, against config.pbtxt. */
export const profileUseRules: FileRule[] = [
  {
    id: 'engine.profile-index',
    *check(model) {
      const used = usedIndices(model.config);
      for (const { profiles, source } of knownProfiles(model)) {
        const indices = profiles.map((_, index) => `${index}`);
        for (const [group, { profile }] of model.config.instance_group.entries()) {
          for (const [index, name] of profile.entries()) {
            if (profiles.length === 0 || indices.includes(name)) continue;
            const field = `instance_group[${group}].profile[${index}]`;
            yield { field, message: `got '${name}'; allowed: ${indices.join(', ')}, the profiles in ${source}` };
          }
        }
        const unused = indices.filter((index) => !used.has(index));
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
      const maximum = model.config.max_batch_size;
      if (maximum <= 0) return;
      for (const { profiles, source } of usedProfiles(model)) {
        const ranges = profiles.map(batchesOf).filter((range) => range !== undefined);
        if (ranges.length === 0) continue;
        const largest = Math.max(...ranges.map(({ max }) => max));
        const smallest = Math.min(...ranges.map(({ min }) => min));
        if (maximum > largest) {
          yield {
            field: 'max_batch_size',
            message: `got ${maximum}; allowed: at most ${largest}, the largest batch of the profiles in ${source}`,
          };
        } else if (smallest > 1) {
          yield {
            field: 'max_batch_size',
            message: `the smallest batch of the profiles in ${source} is ${smallest}, so a single request may fail: begin a profile with 1`,
            severity: Severity.WARNING,
          };
        }
      }
    },
  },
  {
    id: 'engine.dims',
    *check(model) {
      const { input, max_batch_size: maximum } = model.config;
      for (const { profiles, source } of usedProfiles(model)) {
        for (const [index, tensor] of input.entries()) {
          const ranges = profiles.flatMap((profile) => profile[tensor.name] ?? []);
          const given = (tensor.reshape?.shape ?? tensor.dims).map(Number);
          const full = maximum > 0 ? [-1, ...given] : given;
          if (ranges.length === 0 || ranges.some((range) => contains(range, full))) continue;
          const allowed = ranges.map(({ min, max }) => `[${min.join(', ')}] to [${max.join(', ')}]`).join(' or ');
          yield {
            field: tensor.reshape ? `input[${index}].reshape.shape` : `input[${index}].dims`,
            message: `got [${given.join(', ')}] for '${tensor.name}'; allowed: inside ${allowed}${maximum > 0 ? ' without the batch dimension' : ''}, the profiles in ${source}`,
          };
        }
      }
    },
  },
];

/** The profiles of the engine that is going to be built, or of those that were built before. */
function knownProfiles(model: LocalModel): { profiles: readonly ShapesByInput[]; source: string }[] {
  const build = buildOf(model);
  if (build) return [{ profiles: build.profiles, source: 'files' }];
  return engines(model).flatMap((engine) => {
    const { profiles } = readSidecar(engine.source) ?? {};
    return profiles ? [{ profiles, source: `${engine.path}.json` }] : [];
  });
}

/** Those that instances use. */
function usedProfiles(model: LocalModel): { profiles: readonly ShapesByInput[]; source: string }[] {
  const used = usedIndices(model.config);
  const { inputs = [] } = buildOf(model) ?? {};
  return knownProfiles(model).map(({ profiles, source }) => ({
    profiles: profiles.filter((profile, index) => used.has(`${index}`) && fits(profile, inputs)),
    source,
  }));
}

/** The first one is used where an instance group names none. */
function usedIndices({ instance_group: groups }: ModelConfigDocument): Set<string> {
  const named = groups.map(({ profile }) => (profile.length > 0 ? profile : ['0']));
  return new Set(groups.length > 0 ? named.flat() : ['0']);
}

/** Whether the shapes have the graph's dimensions; otherwise that is what has to be said, and nothing about sizes. */
function fits(profile: ShapesByInput, inputs: OnnxTensor[]): boolean {
  return inputs.every(({ name, shape }) => !shape || (profile[name]?.max.length ?? shape.length) === shape.length);
}

/** The batches that all inputs of a profile allow; undefined for a profile without inputs. */
function batchesOf(profile: ShapesByInput): { min: number; max: number } | undefined {
  const inputs = Object.values(profile).filter(({ min, max }) => min.length > 0 && max.length > 0);
  if (inputs.length === 0) return undefined;
  return {
    min: Math.max(...inputs.map(({ min }) => min[0])),
    max: Math.min(...inputs.map(({ max }) => max[0])),
  };
}

function contains({ min, max }: EngineShapes, dims: number[]): boolean {
  if (dims.length !== min.length || dims.length !== max.length) return true; // engine.profile-shape, onnx.io-dims
  return dims.every((dim, index) => dim === -1 || (min[index] <= dim && dim <= max[index]));
}
