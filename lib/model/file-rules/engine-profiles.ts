import { nearest } from '../../platform/nearest';
import type { EngineShapes, ShapesByInput } from '../engine/engine-profile';
import { OnnxTensor } from '../readers/onnx-graph';
import { buildOf } from './engine-builds';
import { FileRule, LocalModel } from './local-model';

/** The shapes that an engine is built for, against its graph. */
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
          `got none; ${open.map(describe).join(', ')} ${open.length === 1 ? 'has' : 'have'} open dimensions: set ` +
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
          yield {
            field,
            message: `got no shapes of ${describe(input)}; each input with open dimensions requires shapes`,
          };
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
              message: `got a size other than ${shape[fixed]} for dimension ${fixed}, which is fixed in the graph ([${shape.join(', ')}])`,
            };
          }
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

function isOpen({ shape }: OnnxTensor): boolean {
  return shape === undefined || shape.includes(-1);
}

function describe({ name, shape }: OnnxTensor): string {
  return shape ? `'${name}' ([${shape.join(', ')}])` : `'${name}'`;
}

function problemOfRange({ min, opt, max }: EngineShapes): string | undefined {
  const words = `got min [${min.join(', ')}], opt [${opt.join(', ')}], max [${max.join(', ')}]`;
  if (![...min, ...opt, ...max].every((dim) => Number.isInteger(dim) && dim >= 0)) {
    return `${words}; allowed: whole numbers of at least 0`;
  }
  if (min.length !== opt.length || opt.length !== max.length)
    return `${words}; allowed: shapes with the same number of dimensions`;
  const ordered = min.every((dim, index) => dim <= opt[index] && opt[index] <= max[index]);
  return ordered ? undefined : `${words}; allowed: min at most opt, opt at most max, in each dimension`;
}

function problemOfShape(given: number[], shape: number[], batches: boolean): string | undefined {
  if (given.length === shape.length) return undefined;
  const words = `got ${given.length} dimensions; the graph has ${shape.length} ([${shape.join(', ')}])`;
  return batches && given.length === shape.length - 1
    ? `${words}: the batch dimension belongs to a profile, [1, ${given.join(', ')}] for one item`
    : `${words}: include all of them`;
}

function differs({ min, opt, max }: EngineShapes, index: number, dim: number): boolean {
  return [min, opt, max].some((shape) => shape.length > index && shape[index] !== dim);
}
