import { FIL_FILES, FIRST_WITH_UBJSON } from '../../../facts/backends';
import { joinNames } from '../../../findings/join-names';
import { ModelConfigDocument } from '../../schema/schema';
import { Severity } from '../../../findings/finding';
import { ConfigRule, configRules, partRules, withFields } from '../context';
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

/** The only tensors that the backend uses, in addition to the output treeshap_output (fil_backend, src/model.h of r23.10 to r26.05). */
const TENSORS = [
  { list: 'input', name: 'input__0', severity: Severity.ERROR },
  { list: 'output', name: 'output__0', severity: Severity.WARNING },
] as const;

export const filRules: ConfigRule[] = onlyFor('fil', [
  {
    id: 'fil.type',
    *check({ parameters }, { release }) {
      const type = parameters.get('model_type')?.string_value;
      const allowed = MODEL_TYPES.filter((each) => each !== 'xgboost_ubj' || release >= FIRST_WITH_UBJSON);
      if (type === undefined || allowed.includes(type)) return;
      const reason = MODEL_TYPES.includes(type) ? `, which requires Triton ${FIRST_WITH_UBJSON} or newer` : '';
      yield {
        field: 'parameters[model_type]',
        message: `model_type is '${type}'${reason}; allowed: ${allowed.join(', ')}`,
      };
    },
  },
  ...FLAG_NAMES.map((name) => parameterRule('fil.flag', 'fil', name, isOneOf(FLAG_VALUES), FLAG_VALUES.join(', '))),
  {
    id: 'fil.output-class',
    *check(config, { release }) {
      const { parameters } = config;
      if (isClassifier(config, release) !== undefined) return;
      const name = release < FIRST_WITH_IS_CLASSIFIER ? 'output_class' : 'is_classifier';
      const [got] = [name, 'output_class'].flatMap((each) => parameters.get(each)?.string_value ?? []);
      yield {
        field: 'parameters',
        message: `the FIL backend of Triton ${release} needs the parameter ${name}${got === undefined ? '' : ` and got '${got}'`}; allowed: 'true' for a classifier, 'false' for a regression`,
      };
    },
  },
  {
    id: 'fil.threshold',
    *check(config, { release }) {
      const value = config.parameters.get('threshold')?.string_value;
      if (isClassifier(config, release) !== true) return;
      const [number, rest] = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(.*)$/is.exec(value ?? '') ?? [];
      if (number !== undefined && rest.trim() === '') return;
      if (number !== undefined) {
        yield {
          field: 'parameters[threshold]',
          message: `got '${value}', of which the FIL backend reads only ${value?.slice(0, -rest.length)}; allowed: a number, such as '0.5'`,
          severity: Severity.WARNING,
        };
        return;
      }
      yield {
        field: 'parameters[threshold]',
        message: `got ${value === undefined ? 'none' : `'${value}'`}; the FIL backend requires it for a classifier; allowed: a number, such as '0.5'`,
      };
    },
  },
  ...configRules(
    TENSORS.map(({ list, name }) => ({
      id: 'fil.name',
      when: (config) => !config[list].some((tensor) => tensor.name === name),
      at: list,
      message: (config) =>
        `got ${joinNames(config[list].map((tensor) => `'${tensor.name}'`)) || 'none'}; allowed: '${name}', the only name that the FIL backend knows`,
    })),
  ),
  ...partRules(
    (config) =>
      TENSORS.flatMap(({ list, name, severity }) =>
        withFields<{ readonly name: string; readonly data_type: string }>(config[list], list)
          .filter((tensor) => tensor.name === name)
          .map((tensor) => ({ ...tensor, severity })),
      ),
    [
      {
        id: 'fil.dtype',
        severity: ({ severity }) => severity,
        when: ({ data_type: type }) => type !== 'TYPE_FP32' && type !== 'TYPE_INVALID',
        at: '.data_type',
        message: ({ data_type: type, name }) =>
          `got ${type} for '${name}'; allowed: TYPE_FP32, the only type that the FIL backend ${name === 'input__0' ? 'reads' : 'writes'}`,
      },
    ],
  ),
]);
