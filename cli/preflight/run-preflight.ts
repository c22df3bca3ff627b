import { print, printData, printNote } from '../output/print';
import { preflight } from './preflight';
import { renderText } from './text';

export interface PreflightOptions {
  readonly stack?: string;
  readonly format: 'text' | 'json';
}

export async function runPreflight(target: string, { stack, format }: PreflightOptions): Promise<void> {
  const stacks = await preflight(target, stack);
  if (format === 'json') printData(JSON.stringify({ stacks }, undefined, 2));
  else print(renderText(stacks));
  for (const reason of new Set(stacks.flatMap((each) => each.unread ?? []))) printNote(`error: ${reason}`);
  const results = stacks.flatMap(({ quotas }) => quotas.map(({ result }) => result));
  const isUnknown = results.includes('unknown') || stacks.some(({ unread }) => unread !== undefined);
  process.exitCode = results.includes('tooSmall') ? 1 : isUnknown ? 2 : 0;
}
