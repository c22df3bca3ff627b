import { readPythonFile } from '../files/python-source';
import { FileRule, modelFiles } from './local-model';

/** Class that the Python backend looks for (triton-inference-server/python_backend, src/pb_stub.cc). */
const CLASS_NAME = 'TritonPythonModel';

/** Code that can define the class although the text of the file does not contain the name of the class. */
const DYNAMIC_DEFINITION = /import\s+\*|\bglobals\s*\(|\bexec\s*\(|__getattr__|\bsetattr\s*\(/;

/** Statements that distinguish a Python file from a placeholder. */
const STATEMENT = /^(?:class|def|import|from)\s/m;

/** Rules for the class in model.py. */
export const pythonClassRules: FileRule[] = [
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
