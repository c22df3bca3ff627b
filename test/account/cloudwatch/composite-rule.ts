import { AwsError } from '../call';
import type { StateValue } from './metric-alarm';

/** Whether a rule such as `ALARM("a") OR (OK(b) AND NOT INSUFFICIENT_DATA(c))` is true for the states of the alarms. */
export function isRuleMet(rule: string, stateOf: (alarmName: string) => StateValue | undefined): boolean {
  const tokens = rule.match(/"[^"]*"|[()]|[^\s()"]+/g) ?? [];
  let position = 0;
  const rejectToken = (): never => {
    throw new AwsError(
      'ValidationError',
      `AlarmRule must not contain: ${tokens[position] ?? 'an incomplete expression'}`,
    );
  };
  const consume = (token: string): void => {
    if (tokens[position++] !== token) rejectToken();
  };

  function parseOr(): boolean {
    let isMet = parseAnd();
    while (tokens[position] === 'OR') {
      position++;
      const right = parseAnd();
      isMet ||= right;
    }
    return isMet;
  }

  function parseAnd(): boolean {
    let isMet = parseOperand();
    while (tokens[position] === 'AND') {
      position++;
      const right = parseOperand();
      isMet &&= right;
    }
    return isMet;
  }

  function parseOperand(): boolean {
    const token = tokens[position++];
    switch (token) {
      case 'NOT':
        return !parseOperand();
      case 'TRUE':
      case 'FALSE':
        return token === 'TRUE';
      case '(': {
        const isMet = parseOr();
        consume(')');
        return isMet;
      }
      case 'ALARM':
      case 'OK':
      case 'INSUFFICIENT_DATA': {
        consume('(');
        const name = tokens[position++].replaceAll('"', '');
        consume(')');
        const alarmName = name.startsWith('arn:') ? name.split(':alarm:')[1] : name;
        const state = stateOf(alarmName);
        if (state === undefined)
          throw new AwsError(
            'ValidationError',
            `Could not save the composite alarm as alarms [${alarmName}] in the alarm rule do not exist`,
          );
        return state === token;
      }
      default:
        return rejectToken();
    }
  }

  const isMet = parseOr();
  if (position < tokens.length) rejectToken();
  return isMet;
}

/** Names of the alarms in a rule. */
export function alarmNamesIn(rule: string): string[] {
  return [...rule.matchAll(/(?:ALARM|OK|INSUFFICIENT_DATA)\(\s*"?([^")]+?)"?\s*\)/g)].map(([, name]) =>
    name.startsWith('arn:') ? name.split(':alarm:')[1] : name,
  );
}
