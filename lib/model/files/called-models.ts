import { pythonLines, PythonToken } from '../folder/readers/python-code';
import { PythonEvaluator } from '../folder/readers/python-values';

/** Class of a request to a different model. */
const REQUEST = 'InferenceRequest';

/** The models that Python code calls (business logic scripting, BLS). */
export interface CalledModels {
  readonly names: string[];
  /** Whether the code also calls models whose names are not constants, such as a name in the request. */
  readonly hasUnknownNames: boolean;
}

/** The message about calls of models with unknown names. */
export const UNKNOWN_CALLS =
  'model.py calls a model whose name is not in the code, for example a name in the request: SageMaker loads only the model itself, its members ' +
  'and the composing models of an ensemble, and calls of other models fail; add each model that can be called to members, or --load-model=<name> ' +
  'to server.additionalArguments if it is in the model data';

/** Finds the models that Python code calls. Their names are text, or variables and attributes whose values are text. */
export function calledModelsIn(source: string): CalledModels {
  if (!/\bInferenceRequest\s*\(/.test(source)) return { names: [], hasUnknownNames: false };
  const lines = pythonLines(source);
  const values = new PythonEvaluator(lines, [REQUEST]).valuesOf(REQUEST, 'model_name');
  const names = [...values.flatMap(({ texts }) => texts), ...lines.flatMap(({ tokens }) => literalModelNames(tokens))];
  return { names: [...new Set(names)], hasUnknownNames: values.some(({ isOpen }) => isOpen) };
}

/** The texts that a line passes or assigns as `model_name`, for example to a function that is defined in a package. */
function literalModelNames(tokens: PythonToken[]): string[] {
  return tokens.flatMap(({ text }, index) => {
    const [value, next] = tokens.slice(index + 2, index + 4);
    const isText =
      tokens[index + 1]?.text === '=' && value?.kind === 'string' && [undefined, ',', ')'].includes(next?.text);
    return text === 'model_name' && isText && !(value.isFormatted && value.text.includes('{')) ? [value.text] : [];
  });
}
