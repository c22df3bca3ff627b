import * as path from 'path';
import { error, Finding } from '../../lib/findings/finding';
import { ModelConfig } from '../../lib/model-config';
import { locator } from '../../lib/model-config/text/locate';
import { ConfigTextError } from '../../lib/model-config/text/parse-error';
import { readRegularFile } from '../../lib/platform/regular-file';
import { LocatedFinding, Note } from './finding';

/** What ModelConfig reads at most. */
const MAXIMUM_BYTES = 16 * 1024 * 1024;

/** Values that a script fills in before Triton reads the file, as those of tensorrtllm_backend do. */
const TEMPLATE = /\$\{\w+\}/;

/** A config.pbtxt as far as it could be read. */
export interface ReadConfig {
  readonly file: string;
  /** Undefined for a text that could not be read, of which `findings` or `notes` say why. */
  readonly config?: ModelConfig;
  readonly findings: LocatedFinding[];
  readonly notes: Note[];
  /** The finding at the place of its field in the text. */
  place(finding: Finding): LocatedFinding;
}

export function readConfig(file: string): ReadConfig {
  const unread = { file, findings: [], notes: [], place: (finding: Finding) => ({ ...finding, file }) };
  const text = readRegularFile(file, { maximumBytes: MAXIMUM_BYTES, within: path.dirname(file) }).toString();
  try {
    const config = ModelConfig.fromFile(file);
    let locate: ReturnType<typeof locator> | undefined;
    return {
      ...unread,
      config,
      place: (finding) => ({ ...finding, file, ...(locate ??= locator(text))(finding.field) }),
    };
  } catch (problem) {
    if (TEMPLATE.test(text)) {
      return {
        ...unread,
        notes: [{ file, message: 'this is a template with ${…}, so it was not checked; check what it becomes' }],
      };
    }
    if (!(problem instanceof ConfigTextError)) throw problem;
    const { reason, ruleId, position } = problem;
    return { ...unread, findings: [{ ...error(ruleId, '', reason), file, ...position }] };
  }
}
