import * as fs from 'fs';
import type { Language } from './code';

/** The language of the app in the current folder, from the command in its cdk.json. TypeScript if there is none. */
export function languageOfApp(): Language {
  if (!fs.existsSync('cdk.json')) return 'typescript';
  return /"app"\s*:\s*"[^"]*python/.test(fs.readFileSync('cdk.json', 'utf8')) ? 'python' : 'typescript';
}
