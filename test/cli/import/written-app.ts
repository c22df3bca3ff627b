import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as os from 'node:os';
import * as path from 'node:path';
import * as cdk from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { ModuleKind, ScriptTarget, transpile } from 'typescript';
import { Language } from '../../../cli/app/code';
import { appFiles } from '../../../cli/import/app-files';
import { combineResponses } from '../../../cli/import/description';
import { importEndpoint } from '../../../cli/import/import-endpoint';
import * as library from '../../../lib';
import { Calls, describe, Responses } from './described';

/** The app of an endpoint, which is not written to a folder. */
export interface WrittenApp {
  readonly files: Map<string, string>;
  /** The code of the stack in one line. */
  readonly code: string;
  /** The settings that the app does not reproduce. */
  readonly notCarriedOver: string[];
}

/** Imports an endpoint from its responses. */
export function importResponses(
  responses: Responses,
  configs: Record<string, string> = {},
  language: Language = 'typescript',
): WrittenApp {
  const description = combineResponses(Object.entries(responses));
  const endpoint = importEndpoint(description, new Map(Object.entries(configs)), language);
  const files = appFiles(endpoint);
  const stack = files.get(language === 'python' ? 'endpoint_stack.py' : 'endpoint-stack.ts') ?? '';
  return {
    files,
    code: stack
      .replace(/,?\s+(?=[})\]])/g, ' ')
      .replace(/(?<=[({[])\s+/g, ' ')
      .replace(/\s+/g, ' '),
    notCarriedOver: endpoint.notCarriedOver.map(({ setting }) => setting),
  };
}

/** Imports an endpoint from the requests that created it. */
export const importCalls = (calls: Calls, configs: Record<string, string>, language?: Language): WrittenApp =>
  importResponses(describe(calls), configs, language);

/** Synthesizes the stack of an app in TypeScript, which imports the sources of this library instead of the package. */
export function synthesizeApp({ files }: WrittenApp): Template {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'import-'));
  try {
    for (const [name, content] of files) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), content);
    }
    const options = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };
    const source = transpile(files.get('endpoint-stack.ts') ?? '', options);
    const requireFromTests = createRequire(__filename);
    const requireForApp = (name: string): unknown =>
      name === 'cdk-sagemaker-triton' ? library : requireFromTests(name);
    const { exports } = { exports: {} as { EndpointStack: new (...args: unknown[]) => cdk.Stack } };
    new Function('require', 'exports', '__dirname', source)(requireForApp, exports, folder);
    const env = { account: '111122223333', region: 'us-east-1' };
    return Template.fromStack(new exports.EndpointStack(new cdk.App(), 'Imported', { env }));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
