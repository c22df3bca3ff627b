/**
 * Describes the changes in the templates of all examples and integration apps:
 * template-diff <commit> [<commit>]. Without a second commit, compares with the working tree.
 */
import { stackChanges } from './stack-changes';
import { templatesOf } from './templates';

async function main([before, after, ...more]: string[]): Promise<void> {
  if (!before || more.length > 0) throw new Error('template-diff <commit> [<commit>]');
  // On a signal, the synthesis ends and the checkout is removed before the script ends.
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort());
  const oldTemplates = await templatesOf(before, interruption.signal);
  const newTemplates = await templatesOf(after, interruption.signal);
  for (const stack of new Set([...Object.keys(oldTemplates), ...Object.keys(newTemplates)].sort())) {
    console.log(stackChanges(stack, oldTemplates[stack], newTemplates[stack]));
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.name === 'AbortError' ? 'interrupted' : error.message);
  process.exitCode = 1;
});
