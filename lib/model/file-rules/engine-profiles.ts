import { Severity } from '../../findings/finding';
import { nearest } from '../../platform/nearest';
import type { EngineShapes, ShapesByInput } from '../engine/engine-profile';
import { OnnxTensor } from '../readers/onnx-graph';
import { readSidecar } from '../readers/engine-sidecar';
import { buildOf } from './engine-builds';
import { engines } from './engine-provenance';
import { FileRule, LocalModel } from './local-model';

/** The shapes that an engine is built for, against its graph and against config.pbtxt. */
export const engineProfileRules: FileRule[] = [
  {
    id: 'engine.profiles-required',
    *check(model) {
      const build = buildOf(model);
      const open = (build?.inputs ?? []).filter(isOpen);
      if (!build || build.profiles.length > 0 || open.length === 0) return;
      yield {
        field: 'files.profiles',
        message:
          `got none; ${open.map(describe).join(', ')} ${open.length === 1 ? 'has' : 'have'} open dimensions: give ` +
          `profiles: [EngineProfile.of({ ${open[0].name}: { min: […], opt: […], max: […] } })]`,
      };
    },
  },
  {
    id: 'engine.profile-inputs',
    *check(model) {
      for (const { profile, field, inputs } of builtProfiles(model)) {
        const known = (inputs.length > 0 ? inputs : model.config.input).map(({ name }) => name);
        for (const name of Object.keys(profile).filter((each) => known.length > 0 && !known.includes(each))) {
          const meant = nearest(name, known);
          yield {
            field,
            message: `got the input '${name}'; allowed: ${known.map((each) => `'${each}'`).join(', ')}${meant ? `; did you mean '${meant}'?` : ''}`,
          };
        }
        for (const input of inputs.filter((each) => isOpen(each) && !(each.name in profile))) {
          yield { field, message: `got no shapes of ${describe(input)}; each input with open dimensions needs them` };
        }
      }
    },
  },
  {
    id: 'engine.profile-range',
    *check(model) {
      for (const { profile, field } of builtProfiles(model)) {
        for (const [name, shapes] of Object.entries(profile)) {
          const problem = problemOfRange(shapes);
          if (problem) yield { field: `${field}[${name}]`, message: problem };
        }
      }
    },
  },
  {
    id: 'engine.profile-shape',
    *check(model) {
      for (const { profile, field, inputs } of builtProfiles(model)) {
        for (const [name, { max }] of Object.entries(profile)) {
          const shape = inputs.find((input) => input.name === name)?.shape;
          const problem = shape && problemOfShape(max, shape, model.config.max_batch_size > 0);
          if (problem) yield { field: `${field}[${name}]`, message: problem };
          const fixed = shape?.findIndex((dim, index) => dim !== -1 && differs(profile[name], index, dim)) ?? -1;
          if (shape && !problem && fixed >= 0) {
            yield {
              field: `${field}[${name}]`,
              message: `got another size than ${shape[fixed]} for dimension ${fixed}, which is fixed in the graph ([${shape.join(', ')}])`,
            };
          }
        }
      }
    },
  },
  {
    id: 'engine.batch',
    *check(model) {
      const maximum = model.config.max_batch_size;
      if (maximum <= 0) return;
      for (const { profiles, source } of knownProfiles(model)) {
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
            message: `the smallest batch of the profiles in ${source} is ${smallest}, so that a request alone may fail: begin a profile with 1`,
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
      for (const { profiles, source } of knownProfiles(model)) {
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

interface BuiltProfile {
  readonly profile: ShapesByInput;
  readonly field: string;
  /** Of the graph; empty where it cannot be read. */
  readonly inputs: OnnxTensor[];
}

function builtProfiles(model: LocalModel): BuiltProfile[] {
  const { profiles = [], inputs = [] } = buildOf(model) ?? {};
  return profiles.map((profile, index) => ({ profile, field: `files.profiles[${index}]`, inputs }));
}

/** The profiles of the engine that is going to be built, or of those that were built before. */
function knownProfiles(model: LocalModel): { profiles: readonly ShapesByInput[]; source: string }[] {
  const build = buildOf(model);
  if (build) return [{ profiles: build.profiles.filter((profile) => fits(profile, build.inputs)), source: 'files' }];
  return engines(model).flatMap((engine) => {
    const { profiles } = readSidecar(engine.source) ?? {};
    return profiles ? [{ profiles, source: `${engine.path}.json` }] : [];
  });
}

/** Whether the shapes have the graph's dimensions; otherwise that is what has to be said, and nothing about sizes. */
function fits(profile: ShapesByInput, inputs: OnnxTensor[]): boolean {
  return inputs.every(({ name, shape }) => !shape || (profile[name]?.max.length ?? shape.length) === shape.length);
}

function isOpen({ shape }: OnnxTensor): boolean {
  return shape === undefined || shape.includes(-1);
}

function describe({ name, shape }: OnnxTensor): string {
  return shape ? `'${name}' ([${shape.join(', ')}])` : `'${name}'`;
}

function problemOfRange({ min, opt, max }: EngineShapes): string | undefined {
  const words = `got min [${min.join(', ')}], opt [${opt.join(', ')}], max [${max.join(', ')}]`;
  if (![...min, ...opt, ...max].every((dim) => Number.isInteger(dim) && dim >= 0)) {
    return `${words}; allowed: whole numbers from 0 on`;
  }
  if (min.length !== opt.length || opt.length !== max.length)
    return `${words}; allowed: shapes with as many dimensions`;
  const ordered = min.every((dim, index) => dim <= opt[index] && opt[index] <= max[index]);
  return ordered ? undefined : `${words}; allowed: min at most opt, opt at most max, in each dimension`;
}

function problemOfShape(given: number[], shape: number[], batches: boolean): string | undefined {
  if (given.length === shape.length) return undefined;
  const words = `got ${given.length} dimensions; the graph has ${shape.length} ([${shape.join(', ')}])`;
  return batches && given.length === shape.length - 1
    ? `${words}: the batch dimension belongs to a profile, [1, ${given.join(', ')}] for one item`
    : `${words}: give all of them`;
}

function differs({ min, opt, max }: EngineShapes, index: number, dim: number): boolean {
  return [min, opt, max].some((shape) => shape.length > index && shape[index] !== dim);
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
