import { Severity } from '../../findings/finding';
import { LimitExceededError } from '../../findings/limits';
import { contextOf } from '../../model-config/rules/context';
import { missingValueRules } from '../../model-config/rules/io';
import { readPythonFile } from '../files/python-source';
import { cachePerModel, FileRule, LocalModel, modelFiles } from './local-model';

/** Class that the Python backend looks for (triton-inference-server/python_backend, src/pb_stub.cc). */
const CLASS_NAME = 'TritonPythonModel';

/** Code that can define the class although the text of the file does not contain the name of the class. */
const DYNAMIC_DEFINITION = /import\s+\*|\bglobals\s*\(|\bexec\s*\(|__getattr__|\bsetattr\s*\(/;

/** Statements that distinguish a Python file from a placeholder. */
const STATEMENT = /^(?:class|def|import|from)\s/m;

/** The class without base classes, of which it could inherit methods, and without a decorator. */
const PLAIN_CLASS = new RegExp(`(?<!^@.*\\n)^class ${CLASS_NAME}(?: *\\( *(?:object)? *\\))? *:`, 'm');

/** The paths of the model files if none of them can complete the configuration: their class certainly has no method `auto_complete_config`. */
const filesWithoutCompletion = cachePerModel((model): string[] => {
  if (model.backend.name !== 'python' || model.config.runtime) return [];
  const files = modelFiles(model);
  const isWithoutCompletion = (text: string) =>
    PLAIN_CLASS.test(text) && !text.includes('auto_complete_config') && !DYNAMIC_DEFINITION.test(text);
  const areAllKnown = files.length > 0 && files.length === model.versions.length;
  return areAllKnown && files.every((file) => isWithoutCompletion(readPythonFile(file)))
    ? files.map(({ path }) => path)
    : [];
});

/** IDs of rules in lib/model-config whose warnings are ignored, because the code shows that they are errors. */
export function supersededByPython(model: LocalModel): string[] {
  try {
    return filesWithoutCompletion(model).length > 0 ? missingValueRules.map(({ id }) => id) : [];
  } catch (problem) {
    if (problem instanceof LimitExceededError) return []; // the rules report the limit
    throw problem;
  }
}

/** Rules for the class in model.py. */
export const pythonClassRules: FileRule[] = [
  ...missingValueRules.map((rule): FileRule => ({
    id: rule.id,
    *check(model, options) {
      const [path] = filesWithoutCompletion(model);
      if (path === undefined) return;
      for (const { field, message } of rule.check(model.config, contextOf(model.config, options))) {
        const severity = Severity.ERROR;
        yield { field, message: `${message}; ${path} has no method auto_complete_config that adds it`, severity };
      }
    },
  })),
  {
    id: 'py.class',
    *check(model) {
      if (model.backend.name !== 'python' || model.config.runtime) return;
      for (const file of modelFiles(model)) {
        const { path } = file;
        const text = readPythonFile(file);
        if (!STATEMENT.test(text) || text.includes(CLASS_NAME) || DYNAMIC_DEFINITION.test(text)) continue;
        yield {
          field: 'files',
          message: `got ${path} without the class ${CLASS_NAME}; the Python backend creates an object of this class and calls its method execute: define it`,
        };
      }
    },
  },
];
