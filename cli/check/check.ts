import * as fs from 'fs';
import * as path from 'path';
import { Finding, Severity } from '../../lib/findings/finding';
import { LIMITS_OF_CHECK, OverLimit, withLimits } from '../../lib/findings/limits';
import { ModelConfig } from '../../lib/model-config';
import { ServingTarget } from '../../lib/model-config/serving-target';
import { validateConfig, validateConfigs } from '../../lib/model-config/validate';
import { checkAssembly, isAssembly } from './check-assembly';
import { checkFolder, contentOf, documentOf, isVersioned, Model as FolderModel, versionsIn } from './check-folder';
import { attempted } from './attempted';
import { Collected } from './collected';
import { CheckResult, notChecked } from './finding';
import { CONFIG_FILE, findRepositories, Repository } from './find-models';
import { ReadConfig, readConfig } from './read-config';

/** A step of a check: where it is, or a part of its result. */
export type Step = { readonly at: string } | Partial<CheckResult>;

/**
 * Checks configurations, models, repositories and cloud assemblies.
 *
 * @param paths each a config.pbtxt, a model's folder, a repository, a folder with repositories below it, or what `cdk synth` wrote
 * @returns also which of the paths do not exist, or have no model
 */
export function check(paths: string[], target: ServingTarget): CheckResult {
  const collected = new Collected();
  withLimits(LIMITS_OF_CHECK, () => {
    for (const step of checkSteps(paths, target)) collected.add(step);
  });
  return collected.result;
}

/** The steps of a check: the one who reads them can end it at any of them. */
export function* checkSteps(paths: string[], target: ServingTarget): Iterable<Step> {
  for (const each of paths) yield* attempted(each, () => checkPath(each, target));
}

/** @throws when this file or folder does not exist, or no model in it */
function* checkPath(given: string, target: ServingTarget): Iterable<Step> {
  yield { at: given };
  const stat = fs.statSync(given, { throwIfNoEntry: false });
  if (!stat) throw new Error(`${given} does not exist`);
  if (!stat.isDirectory()) yield checkText(given, target);
  else if (isAssembly(given)) yield checkAssembly(given);
  else yield* checkBelow(given, target);
}

function* checkBelow(given: string, target: ServingTarget): Iterable<Step> {
  const { repositories, notes, failures } = findRepositories(given);
  yield { notes, failures };
  const isSearched = notes.every(({ overLimit }) => !overLimit);
  if (repositories.length === 0 && isSearched)
    throw new Error(`${given} has no ${CONFIG_FILE}, nor has any folder below it`);
  for (const repository of repositories) yield* checkRepository(repository, target);
}

/** A configuration without its folder. */
function checkText(file: string, target: ServingTarget): Step {
  const { config, findings, notes, place } = readConfig(file);
  const found = config ? validateConfig(config._document, target) : [];
  return { findings: [...findings, ...found.map(place)], notes, models: 1 };
}

function* checkRepository({ extent, models: folders, others }: Repository, target: ServingTarget): Iterable<Step> {
  const models: Model[] = [];
  for (const folder of folders) {
    yield { at: folder };
    yield* attempted(folder, () => {
      models.push(readModel(folder));
      return [];
    });
  }
  const aboutText = textFindings(models, extent, target);
  // An ensemble has no files of its own, so git keeps no version folder for it: the other models tell.
  const laidOut = models.some(isVersioned);
  for (const model of models) {
    yield { at: model.file };
    yield* attempted(model.file, function* () {
      yield { ...checkModel(model, aboutText(model), target, laidOut), models: 1 };
    });
  }
  yield {
    notes: others.map((file) => ({
      file,
      message: `the folder has neither a ${CONFIG_FILE} nor a version folder; a server that loads all of this repository would end with an error`,
    })),
  };
}

function checkModel(model: Model, aboutText: Finding[], target: ServingTarget, laidOut: boolean): Step {
  const { read, file, unread } = model;
  if (read && !read.config) return read;
  const aboutFolder =
    unread === undefined ? checkFolder(model, target, laidOut) : { findings: [], decided: [], notes: [] };
  const found = [...aboutText.filter(({ ruleId }) => !aboutFolder.decided.includes(ruleId)), ...aboutFolder.findings];
  return {
    findings: [...(read?.findings ?? []), ...found.map((finding) => read?.place(finding) ?? { ...finding, file })],
    notes: [
      ...(read?.notes ?? []),
      ...(unread ? [notChecked(file, unread)] : []),
      ...aboutFolder.notes.map((message) => ({ file, message })),
    ],
  };
}

interface Model extends FolderModel {
  /** What findings are reported of: the configuration, or the folder where there is none. */
  readonly file: string;
  /** Undefined where Triton makes the configuration of the model file. */
  readonly read?: ReadConfig;
  /** Why the files were not read, which exceed a limit. */
  readonly unread?: OverLimit;
}

function readModel(folder: string): Model {
  const file = path.join(folder, CONFIG_FILE);
  const read = fs.existsSync(file) ? readConfig(file) : undefined;
  const config = read?.config ?? ModelConfig.fromText('');
  return { folder, file: read ? file : folder, read, config, ...readContent(folder) };
}

/** The text is checked even if there are too many files. */
function readContent(folder: string): Pick<Model, 'content' | 'unread'> {
  try {
    return { content: contentOf(folder) };
  } catch (problem) {
    if (!(problem instanceof OverLimit)) throw problem;
    return { content: { files: [], folders: [], emptyFolders: [], problems: [] }, unread: problem };
  }
}

/** The findings about the text of each model that has one. */
function textFindings(
  models: Model[],
  extent: Repository['extent'],
  target: ServingTarget,
): (model: Model) => Finding[] {
  const documents = new Map(models.map((model) => [model, documentOf(model)]));
  const versions = new Map([...documents].map(([model, { name }]) => [name, versionsIn(model)]));
  const all = extent === 'alone' ? [] : validateConfigs([...documents.values()], target, versions);
  const byModel = new Map<string, Finding[]>();
  for (const finding of all) {
    const findings = byModel.get(finding.model ?? '') ?? [];
    byModel.set(finding.model ?? '', findings);
    findings.push(finding);
  }
  return (model) => {
    const document = documents.get(model);
    if (!document || !model.read) return [];
    if (extent === 'alone') return validateConfig(document, target);
    const findings = byModel.get(document.name) ?? [];
    return extent === 'given' ? findings : findings.map(memberElsewhere);
  };
}

/** A server may load the members of an ensemble from other repositories. */
function memberElsewhere(finding: Finding): Finding {
  return finding.ruleId === 'ens.step-exists' ? { ...finding, severity: Severity.WARNING } : finding;
}
