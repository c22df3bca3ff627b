import { Finding, Severity } from '../../lib/findings/finding';
import known from './known-disagreements.json';
import { Verdict } from './server/oracle';

const SYNTAX_ERROR = /^config\.pbtxt:\d+:\d+: (.*)/;

/** Ids of the rules that refuse a configuration; when its text is refused as such, `parse:` and why. */
export function refusals(validate: () => Finding[]): string[] {
  try {
    const errors = validate().filter(({ severity }) => severity === Severity.ERROR);
    return [...new Set(errors.map(({ ruleId }) => ruleId))];
  } catch (error) {
    const reason = error instanceof Error && SYNTAX_ERROR.exec(error.message)?.[1];
    if (!reason) {
      throw error;
    }
    return [`parse: ${reason}`];
  }
}

/**
 * Where the server and we differ, unless known-disagreements.json has the reason.
 *
 * @param verdict the server's
 * @param refusedBy ids of the rules that refuse the configuration
 * @returns undefined when there is nothing to explain
 */
export function disagreement(verdict: Verdict, refusedBy: string[]): string | undefined {
  const server = `${verdict.kind}: ${verdict.message}`.trim();
  const refused = verdict.kind === 'reject';
  if (refused === refusedBy.length > 0) {
    return undefined;
  }
  const ours = refused ? ['accept'] : refusedBy;
  const explained = (one: string) =>
    known.some((entry) => new RegExp(entry.ours).test(one) && new RegExp(entry.server).test(server));
  return ours.every(explained) ? undefined : `the server says "${server}", we say ${ours.join(', ')}`;
}
