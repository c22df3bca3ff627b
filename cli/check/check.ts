import * as fs from 'fs';
import * as path from 'path';
import { Finding, Severity } from '../../lib/findings/finding';
import { ModelConfig } from '../../lib/model-config';
import { ServingTarget } from '../../lib/model-config/serving-target';
import { validateConfig, validateConfigs } from '../../lib/model-config/validate';
import { checkAssembly, isAssembly } from './check-assembly';
import { checkFolder, contentOf, documentOf, isVersioned, Model as FolderModel, versionsIn } from './check-folder';
import { describeError } from '../describe-error';
import { CheckResult } from './finding';
import { CONFIG_FILE, findRepositories, Repository } from './find-models';
import { ReadConfig, readConfig } from './read-config';

/**
 * Checks configurations, models, repositories and cloud assemblies.
 *
 * @param paths each a config.pbtxt, a model's folder, a repository, a folder with repositories below it, or what `cdk synth` wrote
 * @returns also which of the paths do not exist, or have no model
 */
export function check(paths: string[], target: ServingTarget): CheckResult {
  const results = paths.flatMap((each) => {
    try {
      return checkPath(each, target);
    } catch (problem) {
      const failure = { file: each, message: describeError(problem) };
      return { findings: [], notes: [], failures: [failure], models: 0 };
    }
  });
  const assemblies = results.reduce((sum, each) => sum + (each.assemblies ?? 0), 0);
  return {
    findings: results.flatMap(({ findings }) => findings),
    notes: results.flatMap(({ notes }) => notes),
    failures: results.flatMap(({ failures }) => failures),
    models: results.reduce((sum, { models }) => sum + models, 0),
    ...(assemblies > 0 && { assemblies }),
  };
}

/** @throws when this file or folder does not exist, or no model in it */
function checkPath(given: string, target: ServingTarget): CheckResult[] {
  const stat = fs.statSync(given, { throwIfNoEntry: false });
  if (!stat) throw new Error(`${given} does not exist`);
  if (!stat.isDirectory()) return [checkText(given, target)];
  if (isAssembly(given)) return [checkAssembly(given)];
  const repositories = findRepositories(given);
  if (repositories.length === 0) throw new Error(`${given} has no ${CONFIG_FILE}, nor has any folder below it`);
  return repositories.map((repository) => checkRepository(repository, target));
}

/** A configuration without its folder. */
function checkText(file: string, target: ServingTarget): CheckResult {
  const { config, findings, notes, place } = readConfig(file);
  const found = config ? validateConfig(config._document, target) : [];
  return { findings: [...findings, ...found.map(place)], notes, failures: [], models: 1 };
}

function checkRepository({ extent, models: folders, others }: Repository, target: ServingTarget): CheckResult {
  const models = folders.map(readModel);
  const aboutText = textFindings(models, extent, target);
  // An ensemble has no files of its own, so git keeps no version folder for it: the other models tell.
  const laidOut = models.some(isVersioned);
  const results = models.map((model): Pick<CheckResult, 'findings' | 'notes'> => {
    const { read, file } = model;
    if (read && !read.config) return read;
    const aboutFolder = checkFolder(model, target, laidOut);
    const found = [
      ...aboutText(model).filter(({ ruleId }) => !aboutFolder.decided.includes(ruleId)),
      ...aboutFolder.findings,
    ];
    return {
      findings: [...(read?.findings ?? []), ...found.map((finding) => read?.place(finding) ?? { ...finding, file })],
      notes: [...(read?.notes ?? []), ...aboutFolder.notes.map((message) => ({ file, message }))],
    };
  });
  return {
    findings: results.flatMap(({ findings }) => findings),
    notes: [
      ...results.flatMap(({ notes }) => notes),
      ...others.map((file) => ({
        file,
        message: `the folder has neither a ${CONFIG_FILE} nor a version folder; a server that loads all of this repository would end with an error`,
      })),
    ],
    failures: [],
    models: models.length,
  };
}

interface Model extends FolderModel {
  /** What findings are reported of: the configuration, or the folder where there is none. */
  readonly file: string;
  /** Undefined where Triton makes the configuration of the model file. */
  readonly read?: ReadConfig;
}

function readModel(folder: string): Model {
  const file = path.join(folder, CONFIG_FILE);
  const read = fs.existsSync(file) ? readConfig(file) : undefined;
  const config = read?.config ?? ModelConfig.fromText('');
  return { folder, file: read ? file : folder, read, config, content: contentOf(folder) };
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
  return (model) => {
    const document = documents.get(model);
    if (!document || !model.read) return [];
    if (extent === 'alone') return validateConfig(document, target);
    const findings = all.filter((finding) => finding.model === document.name);
    return extent === 'given' ? findings : findings.map(memberElsewhere);
  };
}

/** A server may load the members of an ensemble from other repositories. */
function memberElsewhere(finding: Finding): Finding {
  return finding.ruleId === 'ens.step-exists' ? { ...finding, severity: Severity.WARNING } : finding;
}
