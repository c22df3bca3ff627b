import * as path from 'path';
import { version } from '../../package.json';
import { Language } from '../init/syntax';
import { formatCount } from '../output/words';
import { print } from '../output/print';
import { writeText } from '../output/write-text';
import { Description } from './description';
import { importEndpoint } from './import-endpoint';
import { formatValue } from './not-carried-over';
import { readAccount } from './read-account';
import { readConfigurations, readDescription } from './read-description';
import { writeApp } from './write-app';

export interface ImportOptions {
  readonly description: string[];
  readonly config: string[];
  readonly language: Language;
  readonly output?: string;
  readonly save?: string;
  readonly region?: string;
}

/** Reads the endpoint, writes the app, and prints what the app does not reproduce. */
export async function runImport(endpoint: string | undefined, options: ImportOptions): Promise<void> {
  const { language, save } = options;
  const described = await describe(endpoint, options);
  const description: Description = {
    ...described,
    configurations: [...readConfigurations(options.config), ...described.configurations],
  };
  if (save !== undefined) writeText(save, `${JSON.stringify(description, undefined, 2)}\n`);
  const imported = importEndpoint(description);
  const { endpointName } = imported.context;
  const folder = path.resolve(options.output ?? `${endpointName}-app`);
  const files = writeApp(folder, imported, language);
  const { notCarriedOver } = imported;
  print(
    [
      `${folder}: ${files.join(', ')}`,
      `The app does not reproduce ${formatCount(notCarriedOver.length, 'setting')}${notCarriedOver.length > 0 ? ' (NOT-CARRIED-OVER.md):' : '.'}`,
      ...notCarriedOver.map(({ setting, value, why }) => `- ${setting}: ${formatValue(value)}: ${why}`),
      ...(version === '0.0.0'
        ? [
            `This build is not a release: in ${language === 'python' ? 'requirements.txt' : 'package.json'}, replace the version of cdk-sagemaker-triton with the path of your package.`,
          ]
        : []),
      `What to do next is in ${path.join(folder, 'README.md')}.`,
    ].join('\n'),
  );
}

async function describe(
  endpoint: string | undefined,
  { description, config, region }: ImportOptions,
): Promise<Description> {
  if (description.length === 0) {
    if (endpoint === undefined)
      throw new Error('import: the name of the endpoint is missing; allowed: a name, or --description');
    return readAccount(endpoint, { region, readsConfigurations: config.length === 0 });
  }
  const found = readDescription(description);
  const name = found.DescribeEndpoint.EndpointName;
  if (endpoint === undefined || endpoint === name) return found;
  throw new Error(
    `import: got the endpoint ${endpoint} and a description of ${String(name)}; allowed: the same endpoint, or no name`,
  );
}
