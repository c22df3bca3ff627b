import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Finding, Severity } from '../../lib/findings/finding';
import { ModelConfig, ValidateOptions } from '../../lib/model-config';

/** A public configuration, and the verdict of a Triton server: whether the server accepts the configuration. */
export interface PublicRow {
  readonly source: string;
  readonly path: string;
  readonly config_pbtxt: string;
  readonly parsed: object;
  readonly verdict: string;
  readonly message: string;
  /** What determines the verdict: `config` for the text of config.pbtxt, `load` for loading the model, and other values for other files. */
  readonly decidable: string;
}

/** A configuration for an edge case, and the verdicts of Triton servers with different settings. */
export interface EdgeCaseRow {
  readonly id: string;
  readonly config_pbtxt: string;
  readonly server: { readonly [setting: string]: { readonly accepted: boolean; readonly stage?: string } };
  readonly verdict: string;
  readonly message: string;
  /** What determines the verdict: `config` for the text of config.pbtxt, `load` for loading the model, and other values for other files. */
  readonly decidable: string;
}

const readRows = (file: string) =>
  readFileSync(join(__dirname, 'corpus', file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

export const publicRows: PublicRow[] = readRows('public-configs.ndjson');
export const edgeCaseRows: EdgeCaseRow[] = readRows('probe-configs.ndjson');

/** Returns the IDs of the rules that a text violates, without warnings. For a syntax error, returns the error message. */
export function errorsOf(text: string, options: ValidateOptions): string[] {
  let findings: Finding[];
  try {
    findings = ModelConfig.fromText(text).validate(options);
  } catch (error) {
    return [String(error)];
  }
  return findings.filter(({ severity }) => severity === Severity.ERROR).map(({ ruleId }) => ruleId);
}
