import { posix } from 'path';
import { Severity } from '../../findings/finding';
import { fileAt, FileRule, hasFolder, LocalModel } from './local-model';

/** Path of the model repository on SageMaker. */
const REPOSITORY = '/opt/ml/model';
/**
 * The only parameter whose file Triton itself opens. If the file is missing, Triton rejects the model. All other parameters are only read by
 * backends and model.py.
 */
const PARAMETER_READ_BY_TRITON = 'TRITON_BATCH_STRATEGY_PATH';

/** Rules for parameters that contain paths. */
export const parameterPathRules: FileRule[] = [
  {
    id: 'param.path',
    severity: Severity.WARNING,
    *check(model) {
      for (const [key, { string_value: value }] of model.config.parameters) {
        // py.env-path checks EXECUTION_ENV_PATH.
        if (key === 'EXECUTION_ENV_PATH' || !value.includes('/') || /[\s:]/.test(value)) continue;
        const field = `parameters[${key}]`;
        const path = posix.normalize(value);
        const pathInModel = path.startsWith(`${REPOSITORY}/${model.config.name}/`)
          ? path.slice(`${REPOSITORY}/${model.config.name}/`.length)
          : undefined;
        if (pathInModel !== undefined) {
          if (isPathInModel(model, pathInModel)) continue;
          yield {
            field,
            message: `got '${value}', but the model's folder has no ${pathInModel}; add it`,
            ...(key === PARAMETER_READ_BY_TRITON && { severity: Severity.ERROR }),
          };
        } else {
          const file = fileInOtherRepository(model, path);
          if (file === undefined) continue;
          yield {
            field,
            message: `got '${value}', which is not where SageMaker puts ${file} of the model's folder; set ${REPOSITORY}/${model.config.name}/${file}`,
          };
        }
      }
    },
  },
];

/** Returns the part of a path after the model's name, such as `1/data.json`. Undefined if the model does not contain this file. */
function fileInOtherRepository(model: LocalModel, path: string): string | undefined {
  const parts = path.split('/').filter((part) => part !== '');
  const index = parts.lastIndexOf(model.config.name);
  const pathInModel = parts.slice(index + 1).join('/');
  return index > 0 && pathInModel !== '' && isPathInModel(model, pathInModel) ? pathInModel : undefined;
}

function isPathInModel({ files }: LocalModel, path: string): boolean {
  return path === 'config.pbtxt' || fileAt(files, path) !== undefined || hasFolder(files, path.replace(/\/$/, ''));
}
