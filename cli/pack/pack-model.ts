import * as fs from 'fs';
import * as path from 'path';
import { checkArchive } from '../../lib/endpoint/multi-model/check-archive';
import { checkServer } from '../../lib/endpoint/server/check';
import { checkTarget } from '../../lib/endpoint/multi-model/check-target';
import { TritonModel } from '../../lib/model';
import { Severity } from '../../lib/findings/finding';
import { requirePresent } from '../../lib/artifacts/check-lock';
import { ArchivedModel } from '../../lib/artifacts/archived-model';
import { WrittenArchive, writeArchive } from '../../lib/artifacts/model-archive';
import { fewOfEach } from '../../lib/findings/few-of-each';
import { linesOf, rulePage } from '../../lib/findings/rule-page';
import { hasConfig } from '../check/find-models';
import { printNote } from '../print';
import { NegativeResult } from '../run-program';

/** How a model is packed. */
export interface PackOptions {
  readonly name?: string;
  readonly out: string;
  readonly release: string;
}

/**
 * Packs a model's folder, or a repository with one model or ensemble.
 *
 * @throws one error with all findings when the container would refuse the archive
 */
export function packModel(folder: string, { name, out, release }: PackOptions): WrittenArchive & { file: string } {
  const model = readModel(folder);
  const archived = new ArchivedModel(name ?? model.name, model);
  const findings = [
    ...model.validate({ tritonRelease: release }),
    ...checkArchive(model),
    ...checkServer(undefined, { release, models: [model], multiModel: true }),
    ...checkTarget(archived.name, release, '--name'),
  ];
  const errors = findings.filter(({ severity }) => severity === Severity.ERROR);
  if (errors.length > 0) {
    const lines = fewOfEach(errors).flatMap((each) => linesOf(each).map((line) => `  - ${line}`));
    throw new NegativeResult([`${folder} cannot be served`, ...lines].join('\n'));
  }
  for (const line of fewOfEach(findings).flatMap(linesOf)) printNote(`warning: ${line}`);
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
  if (models.length > 0 && !entries.some((name) => /^\d+$/.test(name))) return onlyModel(folder, models);
  return TritonModel.fromDirectory(folder);
}

function onlyModel(folder: string, models: string[]): TritonModel {
  const all = models.map((name) => TritonModel.fromRepository(folder, name));
  const used = new Set(all.flatMap(({ members }) => members.map(({ name }) => name)));
  const roots = all.filter(({ name }) => !used.has(name));
  if (roots.length === 1) return roots[0];
  throw new Error(
    `${folder} has ${roots.length} models that no ensemble uses (${roots.map(({ name }) => name).join(', ')}); allowed in one archive: ` +
      `one model, or one ensemble with its members ${rulePage('mme.archive-many')}`,
  );
}
