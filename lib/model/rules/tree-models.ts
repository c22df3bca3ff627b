import { Severity } from '../../findings/finding';
import { RuleFinding } from '../../findings/rule';
import { FIL_FILES, FIRST_WITH_UBJSON } from '../../facts/backends';
import { isClassifier } from '../../model-config/rules/hosted/fil';
import { ModelConfigDocument, MessageOf } from '../../model-config/schema/schema';
import {
  readCheckpoint,
  readLightgbmText,
  readXgboost,
  readXgboostBinary,
  TreeModel,
} from '../folder/readers/tree-model';
import { formatOf } from '../folder/readers/file-format';
import { FileRule, fileRules, LocalModel, modelFiles } from './local-model';

/** What the backend reads with each value of model_type. */
const TYPE_FORMATS = new Map([
  ['xgboost', "XGBoost's binary format, which XGBoost 3.1 no longer writes"],
  ['xgboost_json', 'JSON'],
  ['xgboost_ubj', 'UBJSON'],
  ['lightgbm', "LightGBM's text format"],
  ['treelite_checkpoint', 'a checkpoint of Treelite'],
]);

/** Readers by model type. */
const TREE_READERS: Record<string, (file: string) => TreeModel | undefined> = {
  xgboost: readXgboostBinary,
  xgboost_json: readXgboost,
  xgboost_ubj: readXgboost,
  lightgbm: readLightgbmText,
  treelite_checkpoint: readCheckpoint,
};

/** The value of model_type for each format that the first bytes of a file show. A pickle has none. */
const TYPE_BY_FORMAT = new Map([
  ['an XGBoost model in UBJSON', 'xgboost_ubj'],
  ['an XGBoost model in JSON', 'xgboost_json'],
  ['a LightGBM model', 'lightgbm'],
  ['a Python pickle', undefined],
]);

/** Rules that compare config.pbtxt with the file of a tree model. */
export const treeModelRules: FileRule[] = [
  ...fileRules(treeFiles, [
    {
      id: 'files.format',
      when: ({ format, type, fileType }) => TYPE_BY_FORMAT.has(format ?? '') && type !== fileType,
      message: ({ path, type, format, fileType }, { tritonRelease: release = FIRST_WITH_UBJSON }) => {
        const canLoad = fileType !== undefined && (fileType !== 'xgboost_ubj' || release >= FIRST_WITH_UBJSON);
        return (
          `got ${path}, which is ${format}; with model_type '${type}', the fil backend reads ${TYPE_FORMATS.get(type) ?? type}; ` +
          (canLoad
            ? `rename the file to ${FIL_FILES.get(fileType)} and set model_type to '${fileType}'`
            : `save the model with save_model('xgboost.json') and model_type 'xgboost_json', or with save_model('model.txt') and 'lightgbm'`)
        );
      },
    },
  ]),
  ...fileRules(treeModels, [
    {
      id: 'fil.targets',
      when: ({ targetCount = 1 }) => targetCount > 1,
      message: ({ path, targetCount }) =>
        `got ${path} with ${targetCount} targets (num_target); allowed: 1, because the FIL backend supports no multi-target models; train one model for each target and call them in an ensemble, or serve the model with the python backend`,
    },
  ]),
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

/** The model files of the fil backend, with their format, and the model_type for the format. */
function treeFiles(model: LocalModel) {
  if (model.backend.name !== 'fil') return [];
  const type = model.config.parameters.get('model_type')?.string_value ?? 'xgboost';
  return modelFiles(model).map(({ path, source }) => {
    const format = formatOf(source);
    return { path, type, format, fileType: TYPE_BY_FORMAT.get(format ?? '') };
  });
}

function treeModels(model: LocalModel): (TreeModel & { readonly path: string })[] {
  const { backend, config } = model;
  const read = TREE_READERS[config.parameters.get('model_type')?.string_value ?? 'xgboost'];
  if (backend.name !== 'fil' || read === undefined) return [];
  return modelFiles(model).flatMap(({ path, source }) => {
    const treeModel = read(source);
    return treeModel ? [{ path, ...treeModel }] : [];
  });
}
