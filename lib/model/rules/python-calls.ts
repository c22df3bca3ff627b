import { Severity } from '../../findings/finding';
import { isVersionFolder } from '../folder/folder-content';
import { PythonLine, pythonLines, PythonToken } from '../folder/readers/python-code';
import { readPythonSource } from '../files/python-source';
import { FileRule, LocalModel, cachePerModel } from './local-model';

/** Methods of model.py that Triton runs when it loads the model. */
const LOAD_METHODS = ['auto_complete_config', 'initialize'];

/** Rules for Python models that call other models (BLS) before the server is ready. */
export const pythonCallRules: FileRule[] = [
  {
    id: 'py.call-at-load',
    severity: Severity.WARNING,
    *check(model) {
      if (model.backend.name !== 'python') return;
      const callers = methodsThatCall(model);
      for (const method of LOAD_METHODS.filter((each) => callers.includes(each))) {
        yield {
          field: 'files',
          message:
            `model.py calls a model in ${method}, which the Python backend supports only in execute: the call fails, and the model does not load; ` +
            'call the model in execute',
        };
      }
      if (model.config.model_warmup.length > 0 && callers.includes('execute')) {
        yield {
          field: 'model_warmup',
          message:
            'model.py calls a model in execute, which Triton runs for the warmup before the server is ready: the call fails with ' +
            "'Server not ready', and the model does not load; remove model_warmup, or set it for the called model",
        };
      }
    },
  },
];

/** The methods that Triton runs and that call a model directly, or through other functions. */
const methodsThatCall = cachePerModel((model): string[] => {
  const source = readPythonSource(model.files.filter(({ path }) => isLoaded(path, model)));
  if (!/\bInferenceRequest\s*\(/.test(source)) return [];
  const linesByFunction = new Map<string, PythonLine[]>();
  for (const line of pythonLines(source)) {
    const lines = linesByFunction.get(line.function?.name ?? '') ?? [];
    lines.push(line);
    linesByFunction.set(line.function?.name ?? '', lines);
  }
  return [...LOAD_METHODS, 'execute'].filter((method) => {
    const reached = new Set([method]);
    for (const name of reached) {
      for (const { tokens } of linesByFunction.get(name) ?? []) {
        if (tokens.some((_, index) => isCallOfModel(tokens, index))) return true;
        calledFunctions(tokens).forEach((each) => reached.add(each));
      }
    }
    return false;
  });
});

/** Whether a file is not in the folder of a version that Triton does not load. */
function isLoaded(path: string, { versions }: LocalModel): boolean {
  const [folder] = path.split('/');
  return !isVersionFolder(folder) || versions.includes(folder);
}

function isCallOfModel(tokens: PythonToken[], index: number): boolean {
  const [dot, method, bracket] = tokens.slice(index, index + 3);
  return dot.text === '.' && /^(?:async_)?exec$/.test(method?.text ?? '') && bracket?.text === '(';
}

/** The functions that a statement calls by their names, or as methods of `self`. */
function calledFunctions(tokens: PythonToken[]): string[] {
  return tokens.flatMap(({ kind, text }, index) => {
    const [owner, dot] = tokens.slice(Math.max(0, index - 2), index);
    const isOfObject = index > 1 && dot?.text === '.';
    const isMethod = isOfObject && ['self', 'cls'].includes(owner.text);
    const isCall = kind === 'name' && tokens[index + 1]?.text === '(' && tokens[0].text !== 'def';
    return isCall && (isMethod || !isOfObject) ? [text] : [];
  });
}
