import * as path from 'path';
import { appFiles } from './app-files';
import { unpublishedNote, writeApp } from '../app/folder';
import { Language } from '../app/code';
import { describeModel } from './described-model';
import { findModel, plainName } from './find-model';
import { EXAMPLE_FILE } from './model-module';

export interface InitOptions {
  readonly model: string;
  readonly language: Language;
  readonly name?: string;
  readonly tensors?: string;
  readonly output?: string;
}

/**
 * Writes the app.
 *
 * @returns text for the user: the written files and the next steps
 */
export function runInit(options: InitOptions): string {
  const describedModel = describeModel(findModel(options.model, options.name), options.tensors);
  const { model, problemsOfExamples } = describedModel;
  const folder = path.resolve(options.output ?? `${plainName(model.name)}-endpoint`);
  const files = appFiles(folder, describedModel, options.language);
  writeApp(folder, 'init', files);
  return [
    `${folder}: ${[...files.keys()].sort().join(', ')}`,
    ...(problemsOfExamples.length > 0 ? ['The app does not use the examples next to the model:'] : []),
    ...problemsOfExamples,
    ...(files.has(EXAMPLE_FILE) || model.examples.length > 0
      ? []
      : ['It has no example request: the smoke test sends zeros.']),
    ...unpublishedNote(options.language),
    `What to do next is in ${path.join(folder, 'README.md')}.`,
  ].join('\n');
}
