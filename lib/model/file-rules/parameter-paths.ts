import { posix } from 'path';
import { Severity } from '../../findings/finding';
import { fileAt, FileRule, hasFolder, LocalModel } from './local-model';

/** Where SageMaker puts the repository. */
const REPOSITORY = '/opt/ml/model';
/** The parameter of which Triton itself opens the file, and refuses the model without it; others are for backends and for model.py. */
const READ_BY_TRITON = 'TRITON_BATCH_STRATEGY_PATH';

export const parameterPathRules: FileRule[] = [
  {
    id: 'param.path',
    severity: Severity.WARNING,
    *check(model) {
      for (const [key, { string_value: value }] of model.config.parameters) {
        // py.env-path
        if (key === 'EXECUTION_ENV_PATH' || !value.includes('/') || /[\s:]/.test(value)) continue;
        const field = `parameters[${key}]`;
        const path = posix.normalize(value);
        const inModel = path.startsWith(`${REPOSITORY}/${model.config.name}/`)
          ? path.slice(`${REPOSITORY}/${model.config.name}/`.length)
          : undefined;
        if (inModel !== undefined) {
          if (has(model, inModel)) continue;
          yield {
            field,
            message: `got '${value}', but the model's folder has no ${inModel}; add it`,
            ...(key === READ_BY_TRITON && { severity: Severity.ERROR }),
          };
        } else {
          const meant = meantFile(model, path);
          if (meant === undefined) continue;
          yield {
            field,
            message: `got '${value}', which is not where SageMaker puts ${meant} of the model's folder; set ${REPOSITORY}/${model.config.name}/${meant}`,
          };
        }
      }
    },
  },
];

/** The file of the model that a path names in another repository: what stands behind the model's name. */
function meantFile(model: LocalModel, path: string): string | undefined {
  const parts = path.split('/').filter((part) => part !== '');
  const at = parts.lastIndexOf(model.config.name);
  const rest = parts.slice(at + 1).join('/');
  return at > 0 && rest !== '' && has(model, rest) ? rest : undefined;
}

function has({ files }: LocalModel, path: string): boolean {
  return path === 'config.pbtxt' || fileAt(files, path) !== undefined || hasFolder(files, path.replace(/\/$/, ''));
}
