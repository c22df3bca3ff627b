import { describeCheck, QuotaCheck } from '../../lib/endpoint/preflight/quotas';
import { StackPreflight } from './preflight';

const MARKS = { enough: 'ok', tooSmall: 'too small', unknown: 'not checked' };

/** A list for each stack: a line for each quota, and what is not counted. */
export function renderText(stacks: StackPreflight[]): string {
  return stacks
    .map(({ stack, region, quotas, unread, notCounted }) =>
      [
        `Stack ${stack}${region ? ` (${region})` : ''}`,
        ...quotas.map(
          (quota) => `- ${MARKS[quota.result]}: ${unread === undefined ? describeCheck(quota) : describeNeed(quota)}`,
        ),
        ...(quotas.length > 0 ? [] : ['- The deployment starts no instances.']),
        ...notCounted.map((each) => `- not counted: ${each}`),
      ].join('\n'),
    )
    .join('\n\n');
}

/** What is known without the account. */
function describeNeed({ quota, needed, atMaximum, condition }: QuotaCheck): string {
  const count = needed ?? 'a number of instances that is only known during the deployment';
  const later = atMaximum !== undefined && needed !== undefined && atMaximum > needed;
  const scaled = later ? ` A later update needs up to ${atMaximum}, when scaling is at its maximum.` : '';
  return `The deployment needs ${count}${condition ? ` ${condition}` : ''} of the quota "${quota}".${scaled}`;
}
