/**
 * Says in words what changed in the templates of all examples and integration apps:
 * template-diff <commit> [<commit>]; without a second commit, up to the working tree as it is.
 */
import { stackChanges } from './stack-changes';
import { templatesOf } from './templates';

async function main([before, after, ...more]: string[]): Promise<void> {
  if (!before || more.length > 0) throw new Error('template-diff <commit> [<commit>]');
  // Synthesis ends, and what was checked out is removed, before the script ends.
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort());
  const old = await templatesOf(before, interruption.signal);
  const fresh = await templatesOf(after, interruption.signal);
  for (const stack of new Set([...Object.keys(old), ...Object.keys(fresh)].sort())) {
    console.log(stackChanges(stack, old[stack], fresh[stack]).join('\n'));
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.name === 'AbortError' ? 'interrupted' : error.message);
  process.exitCode = 1;
});
