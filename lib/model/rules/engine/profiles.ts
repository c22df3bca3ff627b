import { nearestName } from '../../../findings/nearest';
import type { EngineShapes, ShapesByInput } from '../../engine/engine-profile';
import { OnnxTensor } from '../../folder/readers/onnx-graph';
import { buildOf } from '../../engine/engine-build';
import type { FileRule, LocalModel } from '../local-model';

/** Rules that compare the profiles of an engine build with the graph. */
export const engineProfileRules: FileRule[] = [
  {
    id: 'engine.profiles-required',
    *check(model) {
      const build = buildOf(model);
      const variableInputs = (build?.inputs ?? []).filter(isVariable);
      if (!build || build.profiles.length > 0 || variableInputs.length === 0) return;
      yield {
        field: 'files.profiles',
        message:
          `got none; ${variableInputs.map(describeInput).join(', ')} ${variableInputs.length === 1 ? 'has' : 'have'} open dimensions: ` +
          `set profiles: [{ ${variableInputs[0].name}: { min: […], opt: […], max: […] } }]`,
      };
    },
  },
  {
    id: 'engine.profile-inputs',
    *check(model) {
      for (const { profile, field, inputs } of builtProfiles(model)) {
        const knownInputs = (inputs.length > 0 ? inputs : model.config.input).map(({ name }) => name);
        for (const name of Object.keys(profile).filter(
          (each) => knownInputs.length > 0 && !knownInputs.includes(each),
        )) {
          const suggestion = nearestName(name, knownInputs);
          yield {
            field,
            message: `got the input '${name}'; allowed: ${knownInputs.map((each) => `'${each}'`).join(', ')}${suggestion ? `; did you mean '${suggestion}'?` : ''}`,
          };
        }
        for (const input of inputs.filter((each) => isVariable(each) && !(each.name in profile))) {
          yield {
            field,
            message: `got no shapes of ${describeInput(input)}; each input with open dimensions requires shapes`,
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
          const problem = rangeProblem(shapes);
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
          const problem = shape && shapeProblem(max, shape, model.config.max_batch_size > 0);
          if (problem) yield { field: `${field}[${name}]`, message: problem };
          const wrongDimension =
            shape?.findIndex((dim, index) => dim !== -1 && hasDifferentSize(profile[name], index, dim)) ?? -1;
          if (shape && !problem && wrongDimension >= 0) {
            yield {
              field: `${field}[${name}]`,
              message: `got a size other than ${shape[wrongDimension]} for dimension ${wrongDimension}, which is fixed in the graph ([${shape.join(', ')}])`,
            };
          }
        }
      }
    },
  },
];

/** An optimization profile of an engine that the deployment builds. */
interface BuiltProfile {
  readonly profile: ShapesByInput;
  readonly field: string;
  /** Inputs of the graph. Empty if the graph cannot be read. */
  readonly inputs: OnnxTensor[];
}

function builtProfiles(model: LocalModel): BuiltProfile[] {
  const { profiles = [], inputs = [] } = buildOf(model) ?? {};
  return profiles.map((profile, index) => ({ profile, field: `files.profiles[${index}]`, inputs }));
}

function isVariable({ shape }: OnnxTensor): boolean {
  return shape === undefined || shape.includes(-1);
}

function describeInput({ name, shape }: OnnxTensor): string {
  return shape ? `'${name}' ([${shape.join(', ')}])` : `'${name}'`;
}

function rangeProblem({ min, opt, max }: EngineShapes): string | undefined {
  const description = `got min [${min.join(', ')}], opt [${opt.join(', ')}], max [${max.join(', ')}]`;
  if (![...min, ...opt, ...max].every((dim) => Number.isInteger(dim) && dim >= 0)) {
    return `${description}; allowed: whole numbers of at least 0`;
  }
  if (min.length !== opt.length || opt.length !== max.length)
    return `${description}; allowed: shapes with the same number of dimensions`;
  const isOrdered = min.every((dim, index) => dim <= opt[index] && opt[index] <= max[index]);
  return isOrdered ? undefined : `${description}; allowed: min at most opt, opt at most max, in each dimension`;
}

function shapeProblem(profileShape: number[], graphShape: number[], hasBatchDimension: boolean): string | undefined {
  if (profileShape.length === graphShape.length) return undefined;
  const description = `got ${profileShape.length} dimensions; the graph has ${graphShape.length} ([${graphShape.join(', ')}])`;
  return hasBatchDimension && profileShape.length === graphShape.length - 1
    ? `${description}: the batch dimension belongs to a profile, [1, ${profileShape.join(', ')}] for one item`
    : `${description}: include all of them`;
}

/** Whether the minimum, optimum or maximum shape has a size other than `dim` in a dimension. */
function hasDifferentSize({ min, opt, max }: EngineShapes, index: number, dim: number): boolean {
  return [min, opt, max].some((shape) => shape.length > index && shape[index] !== dim);
}
