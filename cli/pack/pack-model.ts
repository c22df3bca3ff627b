import * as fs from 'fs';
import * as path from 'path';
import { checkArchive, checkTarget } from '../../lib/artifacts/check-archive';
import { checkServer } from '../../lib/model/server/check';

import { TritonModel } from '../../lib/model';
import { modelAndMembers } from '../../lib/model/rules/model-validation';
import { isVersionFolder } from '../../lib/model/folder/folder-content';
import { Severity } from '../../lib/findings/finding';
import { requirePresent } from '../../lib/artifacts/check-lock';
import { ArchivedModel } from '../../lib/artifacts/archived-model';
import { PackedArchive, writeArchive } from '../../lib/artifacts/model-archive';
import { formatLimited, limitPerKind } from '../../lib/findings/format-findings';
import { rulePage } from '../../lib/findings/rule-page';
import { hasConfig } from '../check/find-models';
import { printNote } from '../output/print';
import { NegativeResultError } from '../run-program';

/** Options for packing a model. */
export interface PackOptions {
  readonly name?: string;
  readonly out: string;
  readonly release: string;
}

/**
 * Packs a model folder, or a repository with one model or ensemble.
 *
 * @throws if the container would reject the archive; the message contains all errors
 */
export function packModel(folder: string, { name, out, release }: PackOptions): PackedArchive & { file: string } {
  const model = readModel(folder);
  for (const { _readingText: text } of modelAndMembers(model)) if (text !== undefined) printNote(text);
  const archived = new ArchivedModel(name ?? model.name, model);
  const findings = [
    ...model.validate({ tritonRelease: release }),
    ...checkArchive(model),
    ...checkServer(undefined, { release, models: [model], multiModel: true }),
    ...checkTarget(archived.name, release, '--name'),
  ];
  const errors = findings.filter(({ severity }) => severity === Severity.ERROR);
  if (errors.length > 0) {
    const lines = limitPerKind(errors).flatMap((each) => formatLimited(each).map((line) => `  - ${line}`));
    throw new NegativeResultError([`${folder} cannot be served`, ...lines].join('\n'));
  }
  for (const line of limitPerKind(findings).flatMap(formatLimited)) printNote(`warning: ${line}`);
  requirePresent(archived.files);
  const file = path.join(out, archived.objectName(true));
  fs.mkdirSync(path.dirname(file), { recursive: true });
  return { ...writeArchive(archived.files, file, archived.contentHash), file };
}

function readModel(folder: string): TritonModel {
  const entries = fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? fs.readdirSync(folder) : [];
  if (entries.length === 0)
    throw new Error(`got ${folder}; allowed: a folder with a model ${rulePage('files.missing')}`);
  const models = entries.filter((name) => hasConfig(path.join(folder, name)));
  const isModel = entries.includes('config.pbtxt');
  if (isModel && models.length > 0) {
    throw new Error(
      `${folder} has config.pbtxt at its root, next to the models ${models.join(', ')}; allowed: either a model or a folder of models, ` +
        `since the container treats the root as the only model ${rulePage('mme.root-config')}`,
    );
  }
  if (models.length > 0 && !entries.some(isVersionFolder)) return readSingleModel(folder, models);
  return TritonModel.fromDirectory(folder, { examples: [] });
}

function readSingleModel(folder: string, models: string[]): TritonModel {
  const allModels = models.map((name) => TritonModel.fromRepository(folder, name));
  const composingModelNames = new Set(allModels.flatMap(({ members }) => members.map(({ name }) => name)));
  const independentModels = allModels.filter(({ name }) => !composingModelNames.has(name));
  if (independentModels.length === 1) return independentModels[0];
  throw new Error(
    `${folder} has ${independentModels.length} models that no ensemble uses (${independentModels.map(({ name }) => name).join(', ')}); allowed in one archive: ` +
      `one model, or one ensemble with its members ${rulePage('mme.archive-many')}`,
  );
}
