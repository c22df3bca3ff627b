import { Finding, Severity } from '../../findings/finding';
import type { ServingTarget } from '../../model-config/serving-target';
import { applyRules } from '../../findings/rule';
import type { ModelConfig } from '../../model-config';
import type { Backend } from '../backend';
import { defaultFileNameOf } from '../default-files';
import type { ModelFiles } from '../model-files';
import type { TritonModel } from '../triton-model';
import { backendFileRules } from './backend-files';
import { engineBuildRules } from './engine-builds';
import { engineLayerRules } from './engine-layers';
import { engineProfileRules } from './engine-profiles';
import { engineProvenanceRules } from './engine-provenance';
import { engineTypeRules } from './engine-types';
import { LocalModel } from './local-model';
import { modelFileRules } from './model-file';
import { onnxRules } from './onnx';
import { parameterPathRules } from './parameter-paths';
import { profileUseRules } from './profile-use';
import { pythonClassRules } from './python-class';
import { pythonEnvironmentRules } from './python-environment';
import { pythonModuleRules } from './python-modules';
import { referencedFileRules } from './referenced-files';
import { decidedByScripts, torchScriptRules } from './torchscript';
import { treeModelRules } from './tree-models';
import { versionFolderRules, versionsToLoad } from './version-folders';

const RULES = [
  ...backendFileRules,
  ...modelFileRules,
  ...versionFolderRules,
  ...referencedFileRules,
  ...parameterPathRules,
  ...pythonClassRules,
  ...pythonEnvironmentRules,
  ...pythonModuleRules,
  ...onnxRules,
  ...torchScriptRules,
  ...treeModelRules,
  ...engineProvenanceRules,
  ...engineBuildRules,
  ...engineLayerRules,
  ...engineProfileRules,
  ...profileUseRules,
  ...engineTypeRules,
];

export interface FileFindings {
  readonly findings: Finding[];
  /** Rules about config.pbtxt alone that the files have decided better. */
  readonly decided: string[];
}

/** What the local files say against the model. */
export function checkFiles(model: TritonModel, options: ServingTarget): FileFindings {
  const { files } = model;
  if (!files || files._location) return { findings: [], decided: [] };
  const problem = files._problem;
  if (problem) {
    return {
      findings: [{ ruleId: 'files.missing', field: 'files', message: problem, severity: Severity.ERROR }],
      decided: [],
    };
  }
  return checkLocalModel(localModelOf(model, files), options);
}

/** A model whose files are on this machine, as the rules look at it. */
export function localModelOf(model: TritonModel, files: ModelFiles): LocalModel {
  const config = model.config._document;
  const entries = model._entries();
  return {
    backend: model.backend,
    config,
    source: files._source,
    content: files._content,
    versioned: files._versioned,
    files: entries,
    versions: versionsToLoad(entries, config.version_policy),
    modelFileNames: modelFileNamesOf(model.config, model.backend),
  };
}

/** What the files of a folder say against its config.pbtxt. */
export function checkLocalModel(subject: LocalModel, options: ServingTarget): FileFindings {
  const findings = applyRules(RULES, subject, options);
  return { findings, decided: [...decidedByScripts(subject), ...decidedByFiles(subject)] };
}

/** Rules about config.pbtxt that are about files which it alone does not tell. */
function decidedByFiles({ backend, files, versions }: LocalModel): string[] {
  const library = `libtriton_${backend.name}.so`;
  const brought = files.some(
    ({ path }) => path === library || versions.some((version) => path === `${version}/${library}`),
  );
  return [
    ...(backend.name === '' && versions.length > 0 ? ['backend.required'] : []),
    ...(brought ? ['backend.available'] : []),
  ];
}

/** Names under which the backend looks for its file, the usual one first; empty when they are not known. */
export function modelFileNamesOf(config: ModelConfig, backend: Backend): string[] {
  const usual = config._document.runtime || defaultFileNameOf(config, backend);
  return [...(usual ? [usual] : []), ...(backend.name === 'dali' ? ['dali.py'] : [])];
}
