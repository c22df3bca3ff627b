import { Finding, Severity } from '../../findings/finding';
import { applyRules } from '../../findings/rule';
import type { ModelConfig } from '../../model-config';
import type { ServingTarget } from '../../model-config/serving-target';
import type { Backend } from '../values/backend';
import { defaultFileNameOf } from '../files/default-files';
import type { ModelDefinition } from '../definition/model-definition';
import type { SourceFile } from '../folder/folder-content';
import type { ModelFiles } from '../files/model-files';
import { separatePackages } from '../python-packages/installed-packages';
import { capabilityFileRules } from './capability-files';
import { engineRules } from './engine';
import { LocalModel, modelFiles } from './local-model';
import { modelFileRules } from './model-file';
import { onnxRules } from './onnx';
import { parameterPathRules } from './parameter-paths';
import { pythonCallRules } from './python-calls';
import { pythonClassRules, supersededByPython } from './python-class';
import { pythonEnvironmentRules } from './python-environments';
import { pythonModuleRules } from './python-modules';
import { pythonPackageRules } from './python-packages';
import { referencedFileRules } from './referenced-files';
import { supersededByScripts, torchScriptRules } from './torchscript';
import { treeModelRules } from './tree-models';
import { versionFolderRules, versionsToLoad } from './version-folders';

const FILE_RULES = [
  ...modelFileRules,
  ...capabilityFileRules,
  ...versionFolderRules,
  ...referencedFileRules,
  ...parameterPathRules,
  ...pythonClassRules,
  ...pythonCallRules,
  ...pythonEnvironmentRules,
  ...pythonModuleRules,
  ...pythonPackageRules,
  ...onnxRules,
  ...torchScriptRules,
  ...treeModelRules,
  ...engineRules,
];

/** The result of the rules for files. */
export interface FileFindings {
  readonly findings: Finding[];
  /** IDs of rules for config.pbtxt whose findings are ignored, because rules for files make the same check with more information. */
  readonly supersededRuleIds: string[];
}

/** Checks the local files of a model. */
export function checkFiles(model: ModelDefinition, options: ServingTarget): FileFindings {
  const { files } = model;
  if (!files || files._location) return { findings: [], supersededRuleIds: [] };
  const problem = files._problem;
  if (problem) {
    return {
      findings: [{ ruleId: 'files.missing', field: 'files', message: problem, severity: Severity.ERROR }],
      supersededRuleIds: [],
    };
  }
  return checkLocalModel(localModelOf(model, files), options);
}

/** Creates the input of the rules from a model with local files. */
export function localModelOf(model: ModelDefinition, files: ModelFiles): LocalModel {
  const config = model.config._document;
  const entries = model._entries();
  return {
    backend: model.backend,
    config,
    source: files._source,
    content: files._content,
    hasVersionFolders: files._versioned,
    ...separatePackages(entries),
    pythonPackages: model.pythonPackages,
    versions: versionsToLoad(entries, config.version_policy),
    modelFileNames: modelFileNamesOf(model.config, model.backend),
  };
}

/** The model files of the loaded versions that are on the local disk, beginning with the newest version. */
export function modelFilesOf(model: ModelDefinition): SourceFile[] {
  return model.files ? modelFiles(localModelOf(model, model.files)) : [];
}

/** Compares the files of a folder with its config.pbtxt. */
export function checkLocalModel(model: LocalModel, options: ServingTarget): FileFindings {
  const findings = applyRules(FILE_RULES, model, options);
  return {
    findings,
    supersededRuleIds: [
      ...supersededByScripts(model),
      ...supersededByPython(model),
      ...supersededByFiles(model),
      ...(findings.some(({ ruleId }) => ruleId === 'engine.int64') ? ['trt.dtype'] : []),
    ],
  };
}

/** IDs of rules that guess from config.pbtxt which files exist. If the files show that a guess is wrong, its findings are ignored. */
function supersededByFiles({ backend, files, versions }: LocalModel): string[] {
  const library = `libtriton_${backend.name}.so`;
  const hasLibrary = files.some(
    ({ path }) => path === library || versions.some((version) => path === `${version}/${library}`),
  );
  return [
    ...(backend.name === '' && versions.length > 0 ? ['backend.required'] : []),
    ...(hasLibrary ? ['backend.available', 'backend.platform-name'] : []),
  ];
}

/** File names that the backend looks for, beginning with the default. Empty if the names are unknown. */
export function modelFileNamesOf(config: ModelConfig, backend: Backend): string[] {
  const { runtime } = config._document;
  // The library of the backend itself loads the same file as without the field.
  const usesDefault = runtime === '' || runtime === `libtriton_${backend.name}.so`;
  const defaultName = usesDefault ? defaultFileNameOf(config, backend) : runtime;
  return [...(defaultName ? [defaultName] : []), ...(backend.name === 'dali' ? ['dali.py'] : [])];
}
