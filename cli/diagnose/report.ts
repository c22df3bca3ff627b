import { Diagnosis, Evidence } from '../../lib/diagnosis';
import { hideSecrets } from '../../lib/findings/hide-secrets';
import { rulePageUrl } from '../../lib/findings/rule-page';

/** Maximum length of a log line in the report. */
const MAX_LINE_LENGTH = 500;

export function toText(subject: string, evidence: Evidence[], diagnoses: Diagnosis[]): string {
  const lineCount = evidence.reduce((sum, each) => sum + each.lines.length, 0);
  const inputDescription = `${lineCount} lines of ${[...new Set(evidence.map(({ source }) => source))].join(', ') || 'nothing'}`;
  if (diagnoses.length === 0) return `${subject}: no known cause in ${inputDescription}`;
  return [`${subject}: ${inputDescription}`, ...diagnoses.map(describe)].join('\n\n');
}

function describe({ cause, source, line: unsafeLine, lineNumber }: Diagnosis, index: number): string {
  const line = hideSecrets(unsafeLine);
  return [
    `${index + 1}. ${cause.title}`,
    `   ${source}, line ${lineNumber}: ${line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line}`,
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
        line: hideSecrets(line),
      })),
    },
    undefined,
    2,
  );
}
