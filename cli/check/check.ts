import * as fs from 'fs';
import * as path from 'path';
import { Finding, Severity } from '../../lib/findings/finding';
import { LIMITS_OF_CHECK, LimitExceededError, withLimits } from '../../lib/findings/limits';
import { ModelConfig } from '../../lib/model-config';
import { conversionAdvice } from '../../lib/model/files/conversion-advice';
import { findModelFile } from '../../lib/model/files/find-model-file';
import { ServingTarget } from '../../lib/model-config/serving-target';
import { validateConfig, validateConfigs } from '../../lib/model-config/validate';
import { describeError } from '../describe-error';
import { checkAssembly, isAssembly } from './check-assembly';
import { checkFolder, contentOf, documentOf, isVersioned, Model as FolderModel, versionsIn } from './check-folder';
import { CheckResult, overLimitNote, Step } from './result';
import { ResultCollector } from './result-collector';
import { CONFIG_FILE, findRepositories, hasVersionFolders, Repository } from './find-models';
import { inferredNote } from './inferred-note';
import { ConfigReadResult, readConfig } from './read-config';

/**
 * Checks configurations, models, repositories and cloud assemblies.
 *
 * @param paths each is a config.pbtxt, a model folder, a repository, a folder that contains repositories, or a cloud assembly
 * @returns the findings; paths that do not exist or contain no model are in `failures`
 */
export function check(paths: string[], target: ServingTarget): CheckResult {
  const collector = new ResultCollector();
  withLimits(LIMITS_OF_CHECK, () => {
    for (const step of checkSteps(paths, target)) collector.add(step);
  });
  return collector.result;
}

/** Yields the steps of a check one by one, so a caller can stop early and keep the results so far. */
export function* checkSteps(paths: string[], target: ServingTarget): Iterable<Step> {
  for (const inputPath of paths) yield* catchErrors(inputPath, () => checkPath(inputPath, target));
}

/** Runs a part of a check. An error ends only this part: it becomes a note if a limit is exceeded, otherwise a failure. */
function* catchErrors(file: string, steps: () => Iterable<Step>): Iterable<Step> {
  try {
    yield* steps();
  } catch (problem) {
    yield problem instanceof LimitExceededError
      ? { notes: [overLimitNote(file, problem)] }
      : { failures: [{ file, message: describeError(problem) }] };
  }
}

/** @throws if the file or folder does not exist, or contains no model */
function* checkPath(inputPath: string, target: ServingTarget): Iterable<Step> {
  yield { currentPath: inputPath };
  const stat = fs.statSync(inputPath, { throwIfNoEntry: false });
  if (!stat) throw new Error(`${inputPath} does not exist`);
  if (!stat.isDirectory()) yield checkConfigFile(inputPath, target);
  else if (isAssembly(inputPath)) yield checkAssembly(inputPath);
  else yield* checkRepositories(inputPath, target);
}

function* checkRepositories(folder: string, target: ServingTarget): Iterable<Step> {
  const { repositories: found, notes, failures } = findRepositories(folder);
  // A model folder does not need a config.pbtxt: Triton completes the configuration from the model file.
  const singleModel: Repository = { origin: 'alone', models: [folder], otherFolders: [] };
  const isModel = hasVersionFolders(folder) || findModelFile(fs.readdirSync(folder)) !== undefined;
  const repositories = found.length === 0 && isModel ? [singleModel] : found;
  yield { notes, failures };
  const isSearchComplete = notes.every(({ overLimit }) => !overLimit);
  if (repositories.length === 0 && isSearchComplete)
    throw new Error(withAdvice(`${folder} has no ${CONFIG_FILE}, nor has any folder below it`, fs.readdirSync(folder)));
  for (const repository of repositories) yield* checkRepository(repository, target);
}

/** Adds how to get a model from files that no backend loads. */
function withAdvice(message: string, names: string[]): string {
  const advice = conversionAdvice(names);
  return advice ? `${message}; ${advice}` : message;
}

/** Checks a configuration without its model folder. */
function checkConfigFile(file: string, target: ServingTarget): Step {
  const { config, findings, notes, locate } = readConfig(file);
  const ruleFindings = config ? validateConfig(config._document, target) : [];
  return { findings: [...findings, ...ruleFindings.map(locate)], notes, models: 1 };
}

function* checkRepository(
  { origin, models: folders, otherFolders }: Repository,
  target: ServingTarget,
): Iterable<Step> {
  const models: Model[] = [];
  for (const folder of folders) {
    yield { currentPath: folder };
    yield* catchErrors(folder, () => {
      models.push(readModel(folder));
      return [];
    });
  }
  const findingsOf = createFindingsLookup(models, origin, target);
  // One model with a version folder is enough: an ensemble has no files, so Git keeps no version folder for it.
  const isRepository = models.some(isVersioned);
  for (const model of models) {
    yield { currentPath: model.file };
    yield* catchErrors(model.file, function* () {
      yield { ...checkModel(model, findingsOf(model), target, isRepository), models: 1 };
    });
  }
  yield {
    notes: otherFolders.map((file) => ({
      file,
      message: `the folder has neither a ${CONFIG_FILE} nor a version folder; a server that loads all of this repository would end with an error`,
    })),
  };
}

function checkModel(model: Model, configFindings: Finding[], target: ServingTarget, isRepository: boolean): Step {
  const { configResult, file, exceededLimit } = model;
  if (configResult && !configResult.config) return configResult;
  const folder = exceededLimit
    ? { findings: [], supersededRuleIds: [], notes: [] }
    : checkFolder(model, target, isRepository);
  const note = configResult || exceededLimit ? undefined : inferredNote(model.folder);
  const findings = [
    ...configFindings.filter(({ ruleId }) => !folder.supersededRuleIds.includes(ruleId)),
    ...(note === undefined ? folder.findings : folder.findings.map(downgradeInferred)),
  ];
  return {
    findings: [
      ...(configResult?.findings ?? []),
      ...findings.map((finding) => configResult?.locate(finding) ?? { ...finding, file }),
    ],
    notes: [
      ...(configResult?.notes ?? []),
      ...(exceededLimit ? [overLimitNote(file, exceededLimit)] : []),
      ...[...folder.notes, ...(note === undefined ? [] : [note])].map((message) => ({ file, message })),
    ],
  };
}

/** A model to check, with the result of reading its configuration. */
interface Model extends FolderModel {
  /** The path in the findings: config.pbtxt, or the model folder if it has no config.pbtxt. */
  readonly file: string;
  /** Undefined if the model has no config.pbtxt. Triton then derives the configuration from the model file. */
  readonly configResult?: ConfigReadResult;
  /** Set if the files were not read because they exceed a limit. */
  readonly exceededLimit?: LimitExceededError;
}

function readModel(folder: string): Model {
  const file = path.join(folder, CONFIG_FILE);
  const configResult = fs.existsSync(file) ? readConfig(file) : undefined;
  const config = configResult?.config ?? ModelConfig.fromText('');
  return { folder, file: configResult ? file : folder, configResult, config, ...readContent(folder) };
}

/** Reads the model folder. If it exceeds a limit, the content is empty, so that at least the configuration is checked. */
function readContent(folder: string): Pick<Model, 'content' | 'exceededLimit'> {
  try {
    return { content: contentOf(folder) };
  } catch (problem) {
    if (!(problem instanceof LimitExceededError)) throw problem;
    return { content: { files: [], folders: [], emptyFolders: [], problems: [] }, exceededLimit: problem };
  }
}

/** Validates all configurations together. The result is a function that returns the findings of a model. */
function createFindingsLookup(
  models: Model[],
  origin: Repository['origin'],
  target: ServingTarget,
): (model: Model) => Finding[] {
  const documents = new Map(models.map((model) => [model, documentOf(model)]));
  const versions = new Map([...documents].map(([model, { name }]) => [name, versionsIn(model)]));
  const allFindings = origin === 'alone' ? [] : validateConfigs([...documents.values()], target, versions);
  const byModel = new Map<string, Finding[]>();
  for (const finding of allFindings) {
    const findings = byModel.get(finding.model ?? '') ?? [];
    byModel.set(finding.model ?? '', findings);
    findings.push(finding);
  }
  return (model) => {
    const document = documents.get(model);
    if (!document || !model.configResult) return [];
    if (origin === 'alone') return validateConfig(document, target);
    const findings = byModel.get(document.name) ?? [];
    return origin === 'given' ? findings : findings.map(downgradeMissingModel);
  };
}

/** A server cannot load the folder without a config.pbtxt, but the library writes one. */
function downgradeInferred(finding: Finding): Finding {
  return ['backend.required', 'repo.default-file'].includes(finding.ruleId)
    ? { ...finding, severity: Severity.WARNING, message: `${finding.message}; TritonModel.fromDirectory sets it` }
    : finding;
}

/** The composing models of an ensemble may be in other repositories of the same server, so a missing one is only a warning. */
function downgradeMissingModel(finding: Finding): Finding {
  return finding.ruleId === 'ens.step-exists' ? { ...finding, severity: Severity.WARNING } : finding;
}
