import { FIL_FILES } from '../../../facts/backends';
import { ModelConfigDocument } from '../../schema/schema';
import { ConfigRule } from '../context';
import { isOneOf, onlyFor, parameterRule } from './parameters';

const MODEL_TYPES = [...FIL_FILES.keys()];

/** Values that the FIL backend accepts for a flag. Other backends also accept 1 and 0. */
const FLAG_VALUES = ['true', 'false'];
const FLAG_NAMES = ['predict_proba', 'xgboost_allow_unknown_field', 'use_experimental_optimizations'];

/** First release in which `output_class` is named `is_classifier`. The old name is still supported. */
const FIRST_WITH_IS_CLASSIFIER = '25.09';

/** Whether the model is a classifier. Undefined if the parameter is missing or invalid (src/shared_state.h). */
export function isClassifier(
  { parameters }: ModelConfigDocument,
  release = FIRST_WITH_IS_CLASSIFIER,
): boolean | undefined {
  const names = release < FIRST_WITH_IS_CLASSIFIER ? ['output_class'] : ['output_class', 'is_classifier'];
  const value = names
    .map((name) => parameters.get(name)?.string_value ?? '')
    .find((flag) => FLAG_VALUES.includes(flag));
  return value === undefined ? undefined : value === 'true';
}

export const filRules: ConfigRule[] = onlyFor('fil', [
  parameterRule('fil.type', 'fil', 'model_type', isOneOf(MODEL_TYPES), MODEL_TYPES.join(', ')),
  ...FLAG_NAMES.map((name) => parameterRule('fil.flag', 'fil', name, isOneOf(FLAG_VALUES), FLAG_VALUES.join(', '))),
  {
    id: 'fil.output-class',
    *check(config, { release }) {
      if (isClassifier(config, release) !== undefined) return;
      const name = release < FIRST_WITH_IS_CLASSIFIER ? 'output_class' : 'is_classifier';
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
