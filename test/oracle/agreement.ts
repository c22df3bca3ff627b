import { Finding, Severity } from '../../lib/findings/finding';
import knownDisagreements from './known-disagreements.json';
import { ServerResult } from './server/oracle';

const SYNTAX_ERROR = /^config\.pbtxt:\d+:\d+: (.*)/;

/** IDs of the rules that reject a configuration. For a syntax error, `parse:` and the reason. */
export function errorIds(validate: () => Finding[]): string[] {
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
 * Describes a difference between the results of the server and the library, unless known-disagreements.json contains the difference.
 *
 * @param verdict result of the server
 * @param violatedRuleIds IDs of the rules that reject the configuration
 * @returns undefined if there is no difference, or if the difference is known
 */
export function disagreement(verdict: ServerResult, violatedRuleIds: string[]): string | undefined {
  const server = `${verdict.kind}: ${verdict.message}`.trim();
  const isRejected = verdict.kind === 'reject';
  if (isRejected === violatedRuleIds.length > 0) {
    return undefined;
  }
  const libraryResults = isRejected ? ['accept'] : violatedRuleIds;
  const isKnown = (result: string) =>
    knownDisagreements.some((entry) => new RegExp(entry.ours).test(result) && new RegExp(entry.server).test(server));
  return libraryResults.every(isKnown)
    ? undefined
    : `verdict of the server: "${server}"; verdict of the library: ${libraryResults.join(', ')}`;
}
