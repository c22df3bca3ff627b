import { readPythonFile } from '../python-source';
import { FileRule, modelFiles } from './local-model';

/** The class that the Python backend looks for (triton-inference-server/python_backend, src/pb_stub.cc). */
const CLASS = 'TritonPythonModel';

/** Ways by which a module has names that do not occur in its text. */
const HIDDEN = /import\s+\*|\bglobals\s*\(|\bexec\s*\(|__getattr__|\bsetattr\s*\(/;

/** A file of Python code, as opposed to a placeholder. */
const CODE = /^(?:class|def|import|from)\s/m;

export const pythonClassRules: FileRule[] = [
  {
    id: 'py.class',
    *check(model) {
      if (model.backend.name !== 'python' || model.config.runtime) return;
      for (const file of modelFiles(model)) {
        const { path } = file;
        const text = readPythonFile(file);
        if (!CODE.test(text) || text.includes(CLASS) || HIDDEN.test(text)) continue;
        yield {
          field: 'files',
          message: `got ${path} without the class ${CLASS}; the Python backend creates an object of this class and calls its method execute: define it`,
        };
      }
    },
  },
];
