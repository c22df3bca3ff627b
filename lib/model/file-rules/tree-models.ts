import { Severity } from '../../findings/finding';
import { RuleFinding } from '../../findings/rule';
import { isClassifier } from '../../model-config/rules/hosted/fil';
import { ModelConfigDocument, MessageOf } from '../../model-config/schema/schema';
import { readLightgbmText, readXgboostJson, TreeModel } from '../readers/tree-model';
import { FileRule, LocalModel, modelFiles } from './local-model';

/** Formats that say how many features and classes a model has; of the binary ones, nothing is read. */
const READERS: Record<string, (file: string) => TreeModel | undefined> = {
  xgboost_json: readXgboostJson,
  lightgbm: readLightgbmText,
};

export const treeModelRules: FileRule[] = [
  {
    id: 'fil.features',
    *check(model) {
      for (const { path, features } of treeModels(model)) {
        yield* compare(model.config, 'input', [features], (given, fewer) => {
          const found = `${path}, which has ${features} features`;
          return fewer
            ? `${found}: with ${given}, the FIL backend reads beyond the request`
            : `${found}: with ${given}, the FIL backend reads every row but the first from the wrong place`;
        });
      }
    },
  },
  {
    id: 'fil.classes',
    *check(model, { tritonRelease }) {
      for (const { path, classes } of treeModels(model)) {
        const allowed = classes === undefined ? [] : outputsOf(model.config, classes, tritonRelease);
        yield* compare(model.config, 'output', allowed, (given, fewer) => {
          const found = `${path}, which has ${classes === 1 ? 'one output' : `${classes} classes`} for each row`;
          return fewer
            ? `${found}: with ${given}, the FIL backend writes beyond the response`
            : `${found}: with ${given}, the response has values that are not the model's`;
        });
      }
    },
  },
];

/** The values of a row that the backend writes: a class, its probability, or those of all classes (src/model.h, src/tl_model.h). */
function outputsOf(config: ModelConfigDocument, classes: number, release?: string): number[] {
  const classifies = isClassifier(config, release);
  if (classifies === undefined) return []; // fil.output-class
  if (!classifies) return classes === 1 ? [1] : []; // of more, the objective decides
  if (config.parameters.get('predict_proba')?.string_value !== 'true') return [1];
  return classes > 1 ? [classes] : [2, 1];
}

/** The dimensions of the backend's only input or output, if they are fixed. */
function* compare(
  config: ModelConfigDocument,
  list: 'input' | 'output',
  allowed: number[],
  because: (given: string, fewer: boolean) => string,
): Iterable<RuleFinding> {
  const index = tensorsOf(config, list).findIndex(({ name }) => name === `${list}__0`);
  if (index === -1 || allowed.length === 0) return;
  const { dims, reshape } = tensorsOf(config, list)[index];
  const shape = (reshape?.shape ?? dims).map(Number);
  const row = config.max_batch_size > 0 ? shape : shape.slice(1);
  const given = row.reduce((product, dim) => product * dim, 1);
  if (shape.length === 0 || row.some((dim) => dim < 1) || allowed.includes(given)) return;
  const fewer = given < Math.min(...allowed);
  const [best] = allowed;
  yield {
    field: `${list}[${index}].dims`,
    message: `got [${shape.join(', ')}]; allowed: ${best} for each row, as in ${because(`${given}`, fewer)}`,
    severity: fewer ? Severity.ERROR : Severity.WARNING,
  };
}

type Tensor = Pick<MessageOf<'ModelInput'>, 'name' | 'dims' | 'reshape'>;

function tensorsOf(config: ModelConfigDocument, list: 'input' | 'output'): readonly Tensor[] {
  return config[list];
}

function treeModels(model: LocalModel): (TreeModel & { readonly path: string })[] {
  const { backend, config } = model;
  const read = READERS[config.parameters.get('model_type')?.string_value ?? ''];
  if (backend.name !== 'fil' || read === undefined) return [];
  return modelFiles(model).flatMap(({ path, source }) => {
    const found = read(source);
    return found ? [{ path, ...found }] : [];
  });
}
