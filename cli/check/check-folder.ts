import * as path from 'path';
import { error, Finding, Severity, warning } from '../../lib/findings/finding';
import { Backend } from '../../lib/model/values/backend';
import { backendOf } from '../../lib/model/files/default-files';
import { checkLocalModel, modelFileNamesOf } from '../../lib/model/rules/check-files';
import { calledModelsIn, UNKNOWN_CALLS } from '../../lib/model/files/called-models';
import { environmentPath, readPythonSource } from '../../lib/model/files/python-source';
import { LocalModel } from '../../lib/model/rules/local-model';
import { isPlaceholder } from '../../lib/model/rules/model-file';
import { emptyFolder, versionsToLoad } from '../../lib/model/rules/version-folders';
import { findModelFile } from '../../lib/model/files/find-model-file';
import { FolderContent, FolderFile, isVersionFolder, readFolder } from '../../lib/model/folder/folder-content';
import { isLfsPointer, addLockEntries } from '../../lib/model/folder/model-lock';
import { separatePackages } from '../../lib/model/python-packages/installed-packages';
import { ModelConfig } from '../../lib/model-config';
import { ModelConfigDocument } from '../../lib/model-config/schema/schema';
import { ServingTarget } from '../../lib/model-config/serving-target';
import { CONFIG_FILE, hasVersionFolders } from './find-models';

/** A model folder with its configuration, which is empty if the folder has no config.pbtxt. */
export interface Model {
  readonly folder: string;
  readonly config: ModelConfig;
  readonly content: FolderContent;
}

/** Names of files in a version folder that are not model files, such as a README. The exception model.txt is a LightGBM model. */
const NON_MODEL_FILE = /^(\.|readme|placeholder|ignore|keep|empty)|\.(dvc|md|sh)$|^(?!model\.txt$).*\.txt$/i;

/** Names of text files next to a LightGBM model, which is also a text file. */
const NON_MODEL_TEXT = /^(readme|placeholder|ignore|keep|empty|requirements|labels|put)/i;

/** Rules that also apply without model files. */
const RULES_WITHOUT_FILES = ['repo.version-dir', 'repo.version-dir-prefix', 'llm.engine'];

/** This is a note, not an error: Git does not keep empty folders, and a deployment may add the folder, as this library does. */
const NO_VERSION_FOLDER =
  'the ensemble has no version folder, which Triton requires, even if it is empty; to keep it in Git, add a file such as 1/.gitkeep';

/** The result of comparing a model folder with its configuration. */
export interface FolderFindings {
  readonly findings: Finding[];
  /** Rule ids. For these rules, findings from config.pbtxt alone are discarded, because the model files give a definite result. */
  readonly supersededRuleIds: string[];
  /** Messages about parts that were not checked, with the reasons. */
  readonly notes: string[];
}

/** The configuration as Triton reads it, with the name of the folder as the name of the model. */
export function documentOf({ folder, config }: Model): ModelConfigDocument {
  return { ...config._document, name: nameOf(folder) };
}

/** The content of a model folder. Includes missing files that the model's lock file lists. */
export function contentOf(folder: string): FolderContent {
  return inVersionOne(markLfsPointers(markBrokenLinks(addLockEntries(folder, readFolder(folder)))));
}

/** The versions that the server would load; empty if all model files are missing. */
export function versionsIn({ config, content }: Model): string[] {
  return hasModelFile(content, modelFileNamesOf(config, backendIn(config, content)))
    ? versionsToLoad(content.files, config._document.version_policy)
    : [];
}

/** @param isRepository whether a server would load the folder unchanged as part of a repository */
export function checkFolder(model: Model, target: ServingTarget, isRepository: boolean): FolderFindings {
  const { config, folder, content } = model;
  const findingsOnName = nameFindings(model, isRepository);
  const backend = backendIn(config, content);
  if (backend._isEnsemble) {
    return {
      findings: findingsOnName,
      supersededRuleIds: [],
      notes: hasVersionFolders(folder) ? [] : [NO_VERSION_FOLDER],
    };
  }

  const files = content.files.filter((file) => file.path !== CONFIG_FILE);
  const localModel: LocalModel = {
    backend,
    config: documentOf(model),
    source: folder,
    content,
    hasVersionFolders: true,
    ...separatePackages(files),
    versions: versionsToLoad(files, config._document.version_policy),
    modelFileNames: modelFileNamesOf(config, backend),
  };
  const { findings, supersededRuleIds } = checkLocalModel(localModel, target);
  if (!hasModelFile(content, localModel.modelFileNames)) {
    const reported = findings.filter(({ ruleId }) => RULES_WITHOUT_FILES.includes(ruleId));
    return {
      findings: [...findingsOnName, ...reported.map((each) => inCheckout(each, content))],
      supersededRuleIds: [],
      notes: [`${reasonWithoutFile(localModel, content, reported)}, so only the text was checked`],
    };
  }
  const missingFile = files.find(({ absent }) => absent);
  const isBrokenLink = ({ path: file }: FolderFile) => content.brokenLinks?.some((link) => link.path === file);
  const environment = missingEnvironment(localModel);
  return {
    findings: [
      ...findingsOnName,
      ...unknownCallFindings(localModel),
      ...findings.filter(
        ({ ruleId }) =>
          ruleId !== 'lock.tensors' && // applies only to synthesis
          !(ruleId === 'py.env-path' && environment !== undefined),
      ),
    ],
    supersededRuleIds,
    notes: [
      ...(missingFile
        ? [
            `${missingFile.path} is ${isBrokenLink(missingFile) ? 'a broken link' : 'missing or a Git LFS pointer'}, so it was not compared with the text`,
          ]
        : []),
      ...(environment === undefined ? [] : [`${environment} is missing, so the Python environment was not checked`]),
    ],
  };
}

function backendIn(config: ModelConfig, content: FolderContent): Backend {
  return backendOf(
    config,
    versionFilesOf(content).map(([, file]) => file),
  );
}

/** Whether a version folder has a file that can be a model: neither a README nor a placeholder. */
function hasModelFile({ files }: FolderContent, modelFileNames: string[]): boolean {
  return files.some((file) => {
    const [version, name] = file.path.split('/');
    if (!isVersionFolder(version)) return false;
    const isText = /\.txt$/i.test(name) && modelFileNames.some((each) => each.endsWith('.txt'));
    const isOther = (isText ? NON_MODEL_TEXT : NON_MODEL_FILE).test(name);
    return !isOther && (modelFileNames.includes(name) || !isPlaceholder(file));
  });
}

/** A missing engine may be stored elsewhere, like other weights, unless the version folder is empty: Git keeps no empty folders. */
function inCheckout(finding: Finding, { emptyFolders }: FolderContent): Finding {
  const isCertain = finding.ruleId !== 'llm.engine' || emptyFolders.some(isVersionFolder);
  return isCertain ? finding : { ...finding, severity: Severity.WARNING };
}

/** Why a folder has no model file. */
function reasonWithoutFile(
  { modelFileNames }: LocalModel,
  { files, emptyFolders }: FolderContent,
  findings: Finding[],
): string {
  if (findings.some(({ ruleId }) => ruleId === 'llm.engine')) return 'the folder has no model file';
  const placeholder = files.find(isPlaceholder);
  const emptyVersion = emptyFolders.find(isVersionFolder);
  if (placeholder)
    return `the folder has no model file, but the placeholder ${placeholder.path}, which has only a line break`;
  return emptyVersion ? `the folder has ${emptyFolder(emptyVersion, modelFileNames)}` : 'the folder has no model file';
}

/** An endpoint checks its own models, because the members that the user lists are known there. */
function unknownCallFindings({ backend, files }: LocalModel): Finding[] {
  const hasUnknownNames = backend.name === 'python' && calledModelsIn(readPythonSource(files)).hasUnknownNames;
  return hasUnknownNames ? [warning('sme.bls', 'files', UNKNOWN_CALLS)] : [];
}

/** The path of the archive with the Python environment, if the archive is missing. Like weights, the archive may be stored elsewhere. */
function missingEnvironment({ config, files }: LocalModel): string | undefined {
  const configuredPath = config.parameters.get('EXECUTION_ENV_PATH')?.string_value ?? '';
  const archive = configuredPath && environmentPath(configuredPath, config.name);
  return archive && !files.some(({ path: file }) => file.startsWith(archive)) ? archive : undefined;
}

/** Whether the model folder has a version folder with files. */
export function isVersioned({ content }: Model): boolean {
  return versionFilesOf(content).length > 0;
}

/** The paths of the files in version folders, each split at the slashes, so the first part is the version. */
function versionFilesOf({ files }: FolderContent): string[][] {
  return files.map(({ path: file }) => file.split('/')).filter(([version]) => isVersionFolder(version));
}

function nameOf(folder: string): string {
  return path.basename(path.resolve(folder));
}

function nameFindings({ folder, config }: Model, isRepository: boolean): Finding[] {
  const { name } = config._document;
  if (name === '' || name === nameOf(folder)) return [];
  const message = `got '${name}'; allowed: '${nameOf(folder)}', the name of the model's folder, or no name`;
  // Outside a repository, the folder may be renamed when it is copied into one.
  return [(isRepository ? error : warning)('name.directory', 'name', message)];
}

/** The content of a folder with a model file and no version folders, which the library deploys as version 1. */
function inVersionOne(content: FolderContent): FolderContent {
  const names = content.files.map(({ path: file }) => file.split('/')[0]);
  const isVersionOne = !names.includes(CONFIG_FILE) && versionFilesOf(content).length === 0 && findModelFile(names);
  if (!isVersionOne) return content;
  return { ...content, folders: ['1'], files: content.files.map((file) => ({ ...file, path: `1/${file.path}` })) };
}

/** Marks broken links as missing files. Like a Git LFS pointer, a link can refer to weights that are stored elsewhere. */
function markBrokenLinks(content: FolderContent): FolderContent {
  const { files, problems, brokenLinks = [] } = content;
  const missing = brokenLinks.filter((link) => !files.some((file) => file.path === link.path)); // not in the lock file
  return {
    ...content,
    files: [...files, ...missing.map(({ path: name, source }) => ({ path: name, source, absent: true }))],
    problems: problems.filter((each) => !brokenLinks.some(({ problem }) => problem === each)),
  };
}

/** Marks Git LFS pointers as missing files (a pointer is a small text file that replaces the real content). */
function markLfsPointers(content: FolderContent): FolderContent {
  return {
    ...content,
    files: content.files.map((file) => (file.absent || !isLfsPointer(file.source) ? file : { ...file, absent: true })),
  };
}
