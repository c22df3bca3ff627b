import { AwsError } from '../call';
import type { StateValue } from './metric-alarm';

/** `ALARM("a") OR (OK(b) AND NOT INSUFFICIENT_DATA(c))`, over the states of other alarms. */
export function isRuleMet(rule: string, stateOf: (alarmName: string) => StateValue | undefined): boolean {
  const tokens = rule.match(/"[^"]*"|[()]|[^\s()"]+/g) ?? [];
  let at = 0;
  const invalid = (): never => {
    throw new AwsError('ValidationError', `AlarmRule must not contain: ${tokens[at] ?? 'an incomplete expression'}`);
  };
  const expect = (word: string): void => {
    if (tokens[at++] !== word) invalid();
  };

  function either(): boolean {
    let met = both();
    while (tokens[at] === 'OR') {
      at++;
      const right = both();
      met ||= right;
    }
    return met;
  }

  function both(): boolean {
    let met = single();
    while (tokens[at] === 'AND') {
      at++;
      const right = single();
      met &&= right;
    }
    return met;
  }

  function single(): boolean {
    const word = tokens[at++];
    switch (word) {
      case 'NOT':
        return !single();
      case 'TRUE':
      case 'FALSE':
        return word === 'TRUE';
      case '(': {
        const met = either();
        expect(')');
        return met;
      }
      case 'ALARM':
      case 'OK':
      case 'INSUFFICIENT_DATA': {
        expect('(');
        const name = tokens[at++].replaceAll('"', '');
        expect(')');
        const alarmName = name.startsWith('arn:') ? name.split(':alarm:')[1] : name;
        const state = stateOf(alarmName);
        if (state === undefined)
          throw new AwsError(
            'ValidationError',
            `Could not save the composite alarm as alarms [${alarmName}] in the alarm rule do not exist`,
          );
        return state === word;
      }
      default:
        return invalid();
    }
  }

  const met = either();
  if (at < tokens.length) invalid();
  return met;
}

/** The alarms that a rule names. */
export function alarmsOf(rule: string): string[] {
  return [...rule.matchAll(/(?:ALARM|OK|INSUFFICIENT_DATA)\(\s*"?([^")]+?)"?\s*\)/g)].map(([, name]) =>
    name.startsWith('arn:') ? name.split(':alarm:')[1] : name,
  );
}
