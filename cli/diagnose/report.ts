import { Diagnosis, Evidence } from '../../lib/diagnosis';
import { hideSecrets } from '../../lib/findings/hide-secrets';
import { rulePageUrl } from '../../lib/findings/rule-page';

/** Maximum length of a log line in the report, and of the part of a line that is searched for secrets. */
const MAX_LINE_LENGTH = { text: 500, json: 10_000 };

/** The beginning of a log line without secrets. Of a long line, the last 1000 characters are omitted, which can be a part of a secret. */
function shownLine(line: string, format: keyof typeof MAX_LINE_LENGTH): string {
  const part = hideSecrets(line.slice(0, MAX_LINE_LENGTH.json));
  const shown = line.length > MAX_LINE_LENGTH.json ? part.slice(0, -1000) : part;
  const maximum = MAX_LINE_LENGTH[format];
  return part === shown && shown.length <= maximum ? shown : `${shown.slice(0, maximum)}…`;
}

export function toText(subject: string, evidence: Evidence[], diagnoses: Diagnosis[]): string {
  const lineCount = evidence.reduce((sum, each) => sum + each.lines.length, 0);
  const inputDescription = `${lineCount} lines of ${[...new Set(evidence.map(({ source }) => source))].join(', ') || 'nothing'}`;
  if (diagnoses.length === 0) return `${subject}: no known cause in ${inputDescription}`;
  return [`${subject}: ${inputDescription}`, ...diagnoses.map(describe)].join('\n\n');
}

function describe({ cause, source, line, lineNumber }: Diagnosis, index: number): string {
  return [
    `${index + 1}. ${cause.title}`,
    `   ${source}, line ${lineNumber}: ${shownLine(line, 'text')}`,
    `   ${cause.meaning}`,
    `   What to do: ${cause.remedy}`,
    ...(cause.rule ? [`   ${rulePageUrl(cause.rule)}`] : []),
  ].join('\n');
}

export function toJson(subject: string, evidence: Evidence[], diagnoses: Diagnosis[]): string {
  return JSON.stringify(
    {
      subject,
      sources: evidence.map(({ source, lines }) => ({ source, lines: lines.length })),
      causes: diagnoses.map(({ cause, source, line, lineNumber, symptom }) => ({
        id: cause.id,
        title: cause.title,
        meaning: cause.meaning,
        remedy: cause.remedy,
        page: cause.rule && rulePageUrl(cause.rule),
        symptom,
        source,
        lineNumber,
        line: shownLine(line, 'json'),
      })),
    },
    undefined,
    2,
  );
}
