import { Severity } from '../../findings/finding';
import { environmentPath, MODEL_FOLDER } from '../environment-path';
import { fileAt, FileRule, hasFolder } from './local-model';

export const pythonEnvironmentRules: FileRule[] = [
  {
    id: 'py.env-path',
    *check({ backend, config, files }) {
      const given = config.parameters.get('EXECUTION_ENV_PATH')?.string_value;
      if (backend.name !== 'python' || !given) return;
      const field = 'parameters[EXECUTION_ENV_PATH]';
      const wanted = environmentPath(given, config.name);
      if (wanted !== undefined) {
        if (fileAt(files, wanted) || hasFolder(files, wanted)) return;
        yield { field, message: `got '${given}', but the model's folder has no ${wanted}; add it` };
      } else if (given.includes(MODEL_FOLDER)) {
        yield {
          field,
          message: `got '${given}', which is outside the model's folder; allowed: ${MODEL_FOLDER}/<file>`,
        };
      } else {
        // The image, or another model's code, may have put it there.
        yield {
          field,
          message: `got '${given}', which is not part of the model; ${MODEL_FOLDER}/<file> would be deployed with the model`,
          severity: Severity.WARNING,
        };
      }
    },
  },
];
