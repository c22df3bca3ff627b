import { ModelConfigDocument } from '../../schema/schema';
import { ConfigRule } from '../context';
import { isOneOf, onlyFor, parameterRule } from './parameters';

const MODEL_TYPES = ['xgboost', 'xgboost_json', 'xgboost_ubj', 'lightgbm', 'treelite_checkpoint'];

/** Other backends take 1 and 0, too. */
const FLAG = ['true', 'false'];
const FLAGS = ['predict_proba', 'xgboost_allow_unknown_field', 'use_experimental_optimizations'];

/** First release in which `output_class` is called `is_classifier`; it still reads the old name. */
const RENAMED = '25.09';

/** Whether the model gives classes; undefined where the backend would not read it (src/shared_state.h). */
export function isClassifier({ parameters }: ModelConfigDocument, release = RENAMED): boolean | undefined {
  const names = release < RENAMED ? ['output_class'] : ['output_class', 'is_classifier'];
  const value = names.map((name) => parameters.get(name)?.string_value ?? '').find((each) => FLAG.includes(each));
  return value === undefined ? undefined : value === 'true';
}

export const filRules: ConfigRule[] = onlyFor('fil', [
  parameterRule('fil.type', 'fil', 'model_type', isOneOf(MODEL_TYPES), MODEL_TYPES.join(', ')),
  ...FLAGS.map((name) => parameterRule('fil.flag', 'fil', name, isOneOf(FLAG), FLAG.join(', '))),
  {
    id: 'fil.output-class',
    *check(config, { release }) {
      if (isClassifier(config, release) !== undefined) return;
      const name = release < RENAMED ? 'output_class' : 'is_classifier';
      yield {
        field: 'parameters',
        message: `the FIL backend of Triton ${release} needs the parameter ${name}; allowed: 'true' for a classifier, 'false' for a regression`,
      };
    },
  },
  {
    id: 'fil.threshold',
    *check(config, { release }) {
      const value = config.parameters.get('threshold')?.string_value;
      if (isClassifier(config, release) !== true || /^\s*[+-]?(\d|\.\d)/.test(value ?? '')) return;
      yield {
        field: 'parameters[threshold]',
        message: `got ${value === undefined ? 'none' : `'${value}'`}; the FIL backend requires it for a classifier; allowed: a number, such as '0.5'`,
      };
    },
  },
]);
