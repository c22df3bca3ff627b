import { error, Finding } from '../../lib/findings/finding';
import { ModelConfig, readConfigFile } from '../../lib/model-config/model-config';
import { locator } from '../../lib/model-config/text/locate';
import { ConfigTextError } from '../../lib/model-config/text/parse-error';
import { textErrors } from '../../lib/model-config/text/typos';
import { LocatedFinding, Note } from './finding';

/** Values that a script fills in before Triton reads the file: `${name}`, `$NAME` or `{{ name }}`, which the text format has nowhere else. */
const TEMPLATE = /\$\{?\w+|\{\{/;

/** Strings and comments, in which they are part of a value. A string that is not closed ends with its line. */
const STRINGS = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|#[^\n]*/g;

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
  const bytes = readConfigFile(file);
  const text = bytes.toString();
  try {
    const config = ModelConfig._fromBytes(bytes, file);
    let locate: ReturnType<typeof locator> | undefined;
    return {
      ...unread,
      config,
      place: (finding) => ({ ...finding, file, ...(locate ??= locator(text))(finding.field) }),
    };
  } catch (problem) {
    if (TEMPLATE.test(text.replace(STRINGS, ''))) {
      return {
        ...unread,
        notes: [
          {
            file,
            message: 'this is a template, so it was not checked; check the file that is generated from it',
          },
        ],
      };
    }
    if (!(problem instanceof ConfigTextError)) throw problem;
    const binary = 'this is a binary file; allowed: the text of a config.pbtxt';
    const found = bytes.includes(0) ? [{ ...problem, reason: binary }] : textErrors(text, file);
    const findings = found.map(({ ruleId, reason, position }) => ({ ...error(ruleId, '', reason), file, ...position }));
    return { ...unread, findings };
  }
}
