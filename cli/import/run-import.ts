import * as path from 'path';
import { unpublishedNote, writeApp } from '../app/folder';
import { Language } from '../app/code';
import { print } from '../output/print';
import { formatCount } from '../output/words';
import { appFiles } from './app-files';
import { combineResponses } from './description';
import { importEndpoint } from './import-endpoint';
import { formatSetting } from './not-carried-over';
import { readAccount } from './read-account';
import { readFolder } from './read-folder';

export interface ImportOptions {
  readonly description?: string;
  readonly language: Language;
  readonly output?: string;
}

/** Maximum number of printed settings. The file lists all. */
const MAX_PRINTED = 50;

/** Reads the endpoint, writes the app, and prints what the app does not reproduce. */
export async function runImport(endpoint: string | undefined, options: ImportOptions): Promise<void> {
  if (endpoint === undefined && options.description === undefined)
    throw new Error('import: the name of the endpoint is missing; allowed: a name, or --description');
  const { responses, configurations } = readFolder(options.description);
  const account = endpoint === undefined ? [] : await readAccount(endpoint);
  const imported = importEndpoint(combineResponses([...account, ...responses]), configurations, options.language);
  const { endpointName, notCarriedOver } = imported;
  const output = path.resolve(options.output ?? `${endpointName}-app`);
  const files = appFiles(imported);
  writeApp(output, 'import', files);
  print(
    [
      `${output}: ${[...files.keys()].sort().join(', ')}`,
      `The app does not reproduce ${formatCount(notCarriedOver.length, 'setting')}${notCarriedOver.length > 0 ? ' (NOT-CARRIED-OVER.md):' : '.'}`,
      ...notCarriedOver.slice(0, MAX_PRINTED).map((each) => `- ${formatSetting(each)}`),
      ...(notCarriedOver.length > MAX_PRINTED ? [`- and ${notCarriedOver.length - MAX_PRINTED} more`] : []),
      ...unpublishedNote(options.language),
      `What to do next is in ${path.join(output, 'README.md')}.`,
    ].join('\n'),
  );
}
