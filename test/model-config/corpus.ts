import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Finding, Severity } from '../../lib/findings/finding';
import { ModelConfig, ValidateOptions } from '../../lib/model-config';

export interface PublicRow {
  readonly source: string;
  readonly path: string;
  readonly config_pbtxt: string;
  readonly parsed: object;
  readonly verdict: string;
  readonly message: string;
  readonly decidable: string;
}

export interface ProbeRow {
  readonly id: string;
  readonly config_pbtxt: string;
  readonly server: { readonly [setting: string]: { readonly accepted: boolean; readonly stage?: string } };
  readonly verdict: string;
  readonly message: string;
  readonly decidable: string;
}

const read = (file: string) =>
  readFileSync(join(__dirname, 'corpus', file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

export const publicRows: PublicRow[] = read('public-configs.ndjson');
export const probeRows: ProbeRow[] = read('probe-configs.ndjson');

/** Ids of what is wrong with a text, a refusal to parse it among them. */
export function errorsOf(text: string, options: ValidateOptions): string[] {
  let findings: Finding[];
  try {
    findings = ModelConfig.fromText(text).validate(options);
  } catch (error) {
    return [String(error)];
  }
  return findings.filter(({ severity }) => severity === Severity.ERROR).map(({ ruleId }) => ruleId);
}
