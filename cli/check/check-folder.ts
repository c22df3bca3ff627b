import * as path from 'path';
import { error, Finding, warning } from '../../lib/findings/finding';
import { Backend } from '../../lib/model/backend';
import { backendOf } from '../../lib/model/default-files';
import { checkLocalModel, modelFileNamesOf } from '../../lib/model/file-rules/check-files';
import { environmentPath } from '../../lib/model/environment-path';
import { LocalModel } from '../../lib/model/file-rules/local-model';
import { versionsToLoad } from '../../lib/model/file-rules/version-folders';
import { FolderContent, readFolder } from '../../lib/model/folder-content';
import { isLfsPointer, withLock } from '../../lib/model/model-lock';
import { ModelConfig } from '../../lib/model-config';
import { ModelConfigDocument } from '../../lib/model-config/schema/schema';
import { ServingTarget } from '../../lib/model-config/serving-target';
import { CONFIG_FILE, hasVersions } from './find-models';

/** A model's folder with its configuration; an empty one where Triton makes it of the model file. */
export interface Model {
  readonly folder: string;
  readonly config: ModelConfig;
  readonly content: FolderContent;
}

/** What a checkout without the weights may have in a version folder. model.txt is a model of LightGBM. */
const PLACEHOLDER = /^(\.|readme|placeholder|ignore|keep|empty)|\.(dvc|md|sh)$|^(?!model\.txt$).*\.txt$/i;

/** Rules that such a checkout is held to, too: the others need the files that are served. */
const WITHOUT_FILES = ['repo.version-dir', 'repo.version-dir-prefix'];

/** Git keeps no empty folder; whoever deploys the checkout may add it, as this library does. */
const NO_VERSION_FOLDER =
  'the ensemble has no version folder, which Triton requires, even if it is empty; to keep it in Git, add a file such as 1/.gitkeep';

/** What a model's folder says against its configuration. */
export interface FolderFindings {
  readonly findings: Finding[];
  /** Rules about the text alone that the files have decided better. */
  readonly decided: string[];
  /** Why not everything was checked. */
  readonly notes: string[];
}

/** The configuration as Triton reads it: without a name, the model has that of its folder. */
export function documentOf({ folder, config }: Model): ModelConfigDocument {
  return { ...config._document, name: nameOf(folder) };
}

/** What is in a model's folder, or its lock says. */
export function contentOf(folder: string): FolderContent {
  return withoutPointers(withLock(folder, readFolder(folder)));
}

/** The versions that the server would load; none where no model file is here. */
export function versionsIn({ config, content }: Model): string[] {
  const isHere = inVersions(content).some(([, file]) => !PLACEHOLDER.test(file));
  return isHere ? versionsToLoad(content.files, config._document.version_policy) : [];
}

/** @param laidOut whether the folders are those of a repository that a server would load as it is */
export function checkFolder(model: Model, target: ServingTarget, laidOut: boolean): FolderFindings {
  const { config, folder, content } = model;
  const versioned = inVersions(content);
  const names = nameFindings(model, laidOut);
  const backend = backendOf(
    config,
    versioned.map(([, file]) => file),
  );
  if (backend.platform === Backend.ENSEMBLE.platform) {
    return { findings: names, decided: [], notes: hasVersions(folder) ? [] : [NO_VERSION_FOLDER] };
  }

  const files = content.files.filter((file) => file.path !== CONFIG_FILE);
  const subject: LocalModel = {
    backend,
    config: documentOf(model),
    source: folder,
    content,
    versioned: true,
    files,
    versions: versionsToLoad(files, config._document.version_policy),
    modelFileNames: modelFileNamesOf(config, backend),
  };
  const { findings, decided } = checkLocalModel(subject, target);
  if (versioned.every(([, file]) => PLACEHOLDER.test(file))) {
    return {
      findings: [...names, ...findings.filter(({ ruleId }) => WITHOUT_FILES.includes(ruleId))],
      decided: [],
      notes: ['the folder has no model file, so only the text was checked'],
    };
  }
  const pointer = files.find(({ absent }) => absent);
  const environment = missingEnvironment(subject);
  return {
    findings: [
      ...names,
      ...findings.filter(
        ({ ruleId }) =>
          ruleId !== 'lock.tensors' && // which is about synthesis
          !(ruleId === 'py.env-path' && environment !== undefined),
      ),
    ],
    decided,
    notes: [
      ...(pointer ? [`${pointer.path} is missing or a Git LFS pointer, so it was not compared with the text`] : []),
      ...(environment === undefined ? [] : [`${environment} is missing, so the Python environment was not checked`]),
    ],
  };
}

/** The archive of a Python environment that a checkout lacks, as it may lack the weights. */
function missingEnvironment({ config, files }: LocalModel): string | undefined {
  const given = config.parameters.get('EXECUTION_ENV_PATH')?.string_value ?? '';
  const archive = given && environmentPath(given, config.name);
  return archive && !files.some(({ path: file }) => file.startsWith(archive)) ? archive : undefined;
}

/** Whether a model's folder has a version folder with files. */
export function isVersioned({ content }: Model): boolean {
  return inVersions(content).length > 0;
}

/** The files of version folders, split into folder and names. */
function inVersions({ files }: FolderContent): string[][] {
  return files.map(({ path: file }) => file.split('/')).filter(([version]) => /^\d+$/.test(version));
}

function nameOf(folder: string): string {
  return path.basename(path.resolve(folder));
}

function nameFindings({ folder, config }: Model, laidOut: boolean): Finding[] {
  const { name } = config._document;
  if (name === '' || name === nameOf(folder)) return [];
  const message = `got '${name}'; allowed: '${nameOf(folder)}', the name of the model's folder, or no name`;
  // Otherwise, the folder may get its name when it is copied into a repository.
  return [(laidOut ? error : warning)('name.directory', 'name', message)];
}

/** Pointers of Git LFS stand for files that a checkout lacks. */
function withoutPointers(content: FolderContent): FolderContent {
  return {
    ...content,
    files: content.files.map((file) => (file.absent || !isLfsPointer(file.source) ? file : { ...file, absent: true })),
  };
}
