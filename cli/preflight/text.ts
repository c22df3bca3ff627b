import { describeCheck, QuotaCheck } from '../../lib/contracts/quotas';
import { StackPreflight } from './preflight';

const MARKS = { enough: 'ok', tooSmall: 'too small', unknown: 'not checked' };

/** Renders a list for each stack: a line for each quota, and a line for everything that is not counted. */
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

/** Describes the need for a quota without the values of the account, which could not be read. */
function describeNeed({ quota, needed, atMaximum, condition }: QuotaCheck): string {
  const count = needed ?? 'a number of instances that is only known during the deployment';
  const needsMoreLater = atMaximum !== undefined && needed !== undefined && atMaximum > needed;
  const scalingNote = needsMoreLater ? ` A later update needs up to ${atMaximum}, when scaling is at its maximum.` : '';
  return `The deployment needs ${count}${condition ? ` ${condition}` : ''} of the quota "${quota}".${scalingNote}`;
}
