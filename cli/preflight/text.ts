import { describeCheck } from '../../lib/endpoint/preflight/quotas';
import { StackPreflight } from './preflight';

const MARKS = { enough: 'ok', tooSmall: 'too small', unknown: 'not checked' };

/** A list for each stack: a line for each quota, and what is not counted. */
export function renderText(stacks: StackPreflight[]): string {
  return stacks
    .map(({ stack, region, quotas, notCounted }) =>
      [
        `Stack ${stack}${region ? ` (${region})` : ''}`,
        ...quotas.map((quota) => `- ${MARKS[quota.result]}: ${describeCheck(quota)}`),
        ...(quotas.length > 0 ? [] : ['- The deployment starts no instances.']),
        ...notCounted.map((each) => `- not counted: ${each}`),
      ].join('\n'),
    )
    .join('\n\n');
}
