import * as path from 'path';
import { error, Finding } from '../../lib/findings/finding';
import { ModelConfig, readConfigFile } from '../../lib/model-config/model-config';
import { createLocator } from '../../lib/model-config/text/locate';
import { ConfigTextError } from '../../lib/model-config/text/parse-error';
import { textErrors } from '../../lib/model-config/text/parse-text';
import { isTemplate, TEMPLATE_NOTE } from '../../lib/model-config/text/template';
import { findModelFile } from '../../lib/model/files/find-model-file';
import { LocatedFinding, Note } from './result';

/** The result of reading a config.pbtxt. */
export interface ConfigReadResult {
  readonly file: string;
  /** Undefined if the text could not be parsed; `findings` or `notes` contain the reason. */
  readonly config?: ModelConfig;
  readonly findings: LocatedFinding[];
  readonly notes: Note[];
  /** Adds the file, and the line and column of the field, to a finding. */
  locate(finding: Finding): LocatedFinding;
}

export function readConfig(file: string): ConfigReadResult {
  const emptyResult = { file, findings: [], notes: [], locate: (finding: Finding) => ({ ...finding, file }) };
  const bytes = readConfigFile(file);
  const text = bytes.toString();
  try {
    const config = ModelConfig._fromBytes(bytes, file);
    let positionOf: ReturnType<typeof createLocator> | undefined;
    return {
      ...emptyResult,
      config,
      locate: (finding) => ({ ...finding, file, ...(positionOf ??= createLocator(text))(finding.field) }),
    };
  } catch (problem) {
    if (isTemplate(text)) return { ...emptyResult, notes: [{ file, message: TEMPLATE_NOTE }] };
    if (!(problem instanceof ConfigTextError)) throw problem;
    const binaryFile = 'this is a binary file; allowed: the text of a config.pbtxt, or the folder of a model';
    const isBinary = bytes.includes(0) || findModelFile([path.basename(file)]) !== undefined;
    const errors = isBinary ? [{ ...problem, reason: binaryFile }] : textErrors(text, file);
    const findings = errors.map(({ ruleId, reason, position }) => ({
      ...error(ruleId, '', reason),
      file,
      ...position,
    }));
    return { ...emptyResult, findings };
  }
}
