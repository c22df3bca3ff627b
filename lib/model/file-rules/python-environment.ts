import { environmentPath, MODEL_FOLDER } from '../environment-path';
import { FileRule } from './local-model';

export const pythonEnvironmentRules: FileRule[] = [
  {
    id: 'py.env-path',
    *check({ backend, config, files }) {
      const given = config.parameters.get('EXECUTION_ENV_PATH')?.string_value;
      if (backend.name !== 'python' || !given) return;
      const field = 'parameters[EXECUTION_ENV_PATH]';
      const wanted = environmentPath(given, config.name);
      if (wanted === undefined) {
        yield {
          field,
          message: `got '${given}', which is outside the model's folder; allowed: ${MODEL_FOLDER}/<file>`,
        };
      } else if (!files.some((file) => file.path === wanted || file.path.startsWith(`${wanted}/`))) {
        yield { field, message: `got '${given}', but the model's folder has no ${wanted}` };
      }
    },
  },
];
