import { posix } from 'path';
import { Severity } from '../../findings/finding';
import { RuleFinding } from '../../findings/rule';
import { worldSize } from '../folder/readers/language-model';
import { fileAt, FileRule, hasFolder, LocalModel } from './local-model';

/** Path of the model repository on SageMaker. */
const REPOSITORY = '/opt/ml/model';
/**
 * The only parameter whose file Triton itself opens. If the file is missing, Triton rejects the model. All other parameters are only read by
 * backends and model.py.
 */
const PARAMETER_READ_BY_TRITON = 'TRITON_BATCH_STRATEGY_PATH';
/** Parameters of the tensorrtllm backend, and of its model.py, that name the folder of an engine. */
const ENGINE_FOLDERS = ['gpt_model_path', 'encoder_model_path'];
/** Variable that only the Python backend replaces, and only in EXECUTION_ENV_PATH. */
const MODEL_DIRECTORY = '$$TRITON_MODEL_DIRECTORY';

/** Rules for parameters that contain paths. */
export const parameterPathRules: FileRule[] = [
  {
    id: 'param.path',
    severity: Severity.WARNING,
    *check(model) {
      for (const [key, { string_value: value }] of model.config.parameters) {
        // py.env-path checks EXECUTION_ENV_PATH.
        if (key === 'EXECUTION_ENV_PATH' || !value.includes('/') || /[\s:]/.test(value)) continue;
        if (engineFinding(model, key)) continue; // llm.engine reports it
        const field = `parameters[${key}]`;
        const path = posix.normalize(value);
        const pathInModel = pathInOwnFolder(model, path);
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
  {
    id: 'llm.engine',
    *check(model) {
      for (const key of ENGINE_FOLDERS) {
        const finding = engineFinding(model, key);
        if (finding) yield { field: `parameters[${key}]`, ...finding };
      }
    },
  },
];

/**
 * Checks the folder of an engine, if it is in the model's folder. The backend passes the path unchanged to the executor, which reads
 * config.json and the engine of each rank (inflight_batcher_llm/src/model_instance_state.cc).
 */
function engineFinding(model: LocalModel, key: string): Omit<RuleFinding, 'field'> | undefined {
  const { name, parameters } = model.config;
  const value = parameters.get(key)?.string_value ?? '';
  if (!ENGINE_FOLDERS.includes(key) || !['tensorrtllm', 'python'].includes(model.backend.name)) return undefined;
  const isReplaced = !value.startsWith(MODEL_DIRECTORY);
  const path = posix.normalize(isReplaced ? value : `${REPOSITORY}/${name}${value.slice(MODEL_DIRECTORY.length)}`);
  const ownFolder = pathInOwnFolder(model, path);
  const folder = (ownFolder ?? versionInOtherRepository(model, path))?.replace(/\/$/, '');
  if (folder === undefined) return undefined;
  const missing = missingEngineFiles(model, folder);
  const problems = [
    ...(isReplaced ? [] : [`the backend does not replace ${MODEL_DIRECTORY}`]),
    ...(missing.length > 0 ? [`the model's folder has no ${missing.join(' and no ')}, which TensorRT-LLM loads`] : []),
  ];
  if (problems.length === 0) return undefined;
  const actions = [
    ...(isReplaced && ownFolder !== undefined ? [] : [`set ${posix.join(REPOSITORY, name, folder)}`]),
    ...(missing.length > 0 ? ['add the files that trtllm-build writes'] : []),
  ];
  const isCertain = model.backend.name === 'tensorrtllm' && ownFolder !== undefined;
  return {
    message: `got '${value}', but ${problems.join(', and ')}; ${actions.join(', and ')}`,
    severity: isCertain ? Severity.ERROR : Severity.WARNING,
  };
}

/** The files of an engine that a folder does not have. The names of engines end with the rank, except for multimodal models. */
function missingEngineFiles({ files }: LocalModel, folder: string): string[] {
  const settings = fileAt(files, posix.join(folder, 'config.json'));
  const engines = files.filter(({ path }) => posix.dirname(path) === (folder || '.') && path.endsWith('.engine'));
  const isMissing = (rank: number): boolean =>
    !engines.some(({ path }) => path.endsWith(`rank${rank}.engine`) || !/rank\d+\.engine$/.test(path));
  const ranks = [...Array(Math.min(worldSize(settings), engines.length + 1)).keys()];
  const missingRank = ranks.find(isMissing);
  return [
    ...(settings ? [] : ['config.json']),
    ...(missingRank === undefined ? [] : [`rank${missingRank}.engine`]),
  ].map((file) => posix.join(folder, file));
}

/** The path in the model's folder; undefined for other paths. */
function pathInOwnFolder({ config }: LocalModel, path: string): string | undefined {
  const folder = `${REPOSITORY}/${config.name}/`;
  return `${path}/`.startsWith(folder) ? path.slice(folder.length) : undefined;
}

/** The version of a path such as `/models/tensorrt_llm/1`; undefined if the model's folder does not have the version. */
function versionInOtherRepository({ config, content }: LocalModel, path: string): string | undefined {
  const [name, version] = path.replace(/\/$/, '').split('/').slice(-2);
  return name === config.name && content?.folders.includes(version) ? version : undefined;
}

/** Returns the part of a path after the model's name, such as `1/data.json`. Undefined if the model does not contain this file. */
function fileInOtherRepository(model: LocalModel, path: string): string | undefined {
  const parts = path.split('/').filter((part) => part !== '');
  const index = parts.lastIndexOf(model.config.name);
  const pathInModel = parts.slice(index + 1).join('/');
  return index > 0 && pathInModel !== '' && isPathInModel(model, pathInModel) ? pathInModel : undefined;
}

function isPathInModel({ files }: LocalModel, path: string): boolean {
  return (
    ['', 'config.pbtxt'].includes(path) ||
    fileAt(files, path) !== undefined ||
    hasFolder(files, path.replace(/\/$/, ''))
  );
}
