import { Severity } from '../../findings/finding';
import { RuleFinding } from '../../findings/rule';
import { isClassifier } from '../../model-config/rules/hosted/fil';
import { ModelConfigDocument, MessageOf } from '../../model-config/schema/schema';
import { readLightgbmText, readXgboostJson, TreeModel } from '../folder/readers/tree-model';
import { FileRule, LocalModel, modelFiles } from './local-model';

/** Readers for the text formats, by model type. Binary formats are not read. */
const TREE_READERS: Record<string, (file: string) => TreeModel | undefined> = {
  xgboost_json: readXgboostJson,
  lightgbm: readLightgbmText,
};

/** Rules that compare config.pbtxt with the file of a tree model. */
export const treeModelRules: FileRule[] = [
  {
    id: 'fil.features',
    *check(model) {
      for (const { path, featureCount } of treeModels(model)) {
        yield* checkRowSize(model.config, 'input', [featureCount], (configuredValues, hasTooFew) => {
          const description = `${path}, which has ${featureCount} features`;
          return hasTooFew
            ? `${description}: with ${configuredValues}, the FIL backend reads beyond the request`
            : `${description}: with ${configuredValues}, the FIL backend reads every row but the first from the wrong place`;
        });
      }
    },
  },
  {
    id: 'fil.classes',
    *check(model, { tritonRelease }) {
      for (const { path, classCount } of treeModels(model)) {
        const allowed = classCount === undefined ? [] : allowedOutputCounts(model.config, classCount, tritonRelease);
        yield* checkRowSize(model.config, 'output', allowed, (configuredValues, hasTooFew) => {
          const description = `${path}, which has ${classCount === 1 ? 'one output' : `${classCount} classes`} for each row`;
          return hasTooFew
            ? `${description}: with ${configuredValues}, the FIL backend writes beyond the response`
            : `${description}: with ${configuredValues}, the response has values that are not the model's`;
        });
      }
    },
  },
];

/**
 * Allowed numbers of output values for each row: one class, the probability of the class, or the probabilities of all classes (src/model.h and
 * src/tl_model.h of triton-inference-server/fil_backend).
 */
function allowedOutputCounts(config: ModelConfigDocument, classes: number, release?: string): number[] {
  const isClassification = isClassifier(config, release);
  if (isClassification === undefined) return []; // reported by fil.output-class
  if (!isClassification) return classes === 1 ? [1] : []; // for several classes, the number depends on the objective
  if (config.parameters.get('predict_proba')?.string_value !== 'true') return [1];
  return classes > 1 ? [classes] : [2, 1];
}

/** Compares the number of values for each row, according to the dimensions of the only input or output, with the allowed numbers. */
function* checkRowSize(
  config: ModelConfigDocument,
  list: 'input' | 'output',
  allowed: number[],
  explain: (configuredValues: string, hasTooFew: boolean) => string,
): Iterable<RuleFinding> {
  const index = tensorsOf(config, list).findIndex(({ name }) => name === `${list}__0`);
  if (index === -1 || allowed.length === 0) return;
  const { dims, reshape } = tensorsOf(config, list)[index];
  const shape = (reshape?.shape ?? dims).map(Number);
  const rowShape = config.max_batch_size > 0 ? shape : shape.slice(1);
  const configuredValues = rowShape.reduce((product, dim) => product * dim, 1);
  if (shape.length === 0 || rowShape.some((dim) => dim < 1) || allowed.includes(configuredValues)) return;
  const hasTooFew = configuredValues < Math.min(...allowed);
  const [recommended] = allowed;
  yield {
    field: `${list}[${index}].dims`,
    message: `got [${shape.join(', ')}]; allowed: ${recommended} for each row, as in ${explain(`${configuredValues}`, hasTooFew)}`,
    severity: hasTooFew ? Severity.ERROR : Severity.WARNING,
  };
}

type Tensor = Pick<MessageOf<'ModelInput'>, 'name' | 'dims' | 'reshape'>;

function tensorsOf(config: ModelConfigDocument, list: 'input' | 'output'): readonly Tensor[] {
  return config[list];
}

function treeModels(model: LocalModel): (TreeModel & { readonly path: string })[] {
  const { backend, config } = model;
  const read = TREE_READERS[config.parameters.get('model_type')?.string_value ?? ''];
  if (backend.name !== 'fil' || read === undefined) return [];
  return modelFiles(model).flatMap(({ path, source }) => {
    const treeModel = read(source);
    return treeModel ? [{ path, ...treeModel }] : [];
  });
}
