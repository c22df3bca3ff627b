/**
 * Fails if an upgrade of this library would start new fleets and the changelog does not describe this: upgrade-check [<commit>].
 * Compares the examples and integration apps of the last release, or of the previous commit if there is no release, with the working tree.
 */
import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { AssemblyAssets } from '../../cli/assembly/assets';
import { stackConsequences } from '../../cli/consequences/stack-consequences';
import { templatesOf } from '../template-diff/templates';
import { describesFleets, describeNewFleets } from './notice';

const ROOT = path.join(__dirname, '..', '..');

/** The tag of the latest release. */
function lastRelease(): string | undefined {
  const tags = execFileSync('git', ['tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return tags.split('\n').find(Boolean);
}

async function main([commit = lastRelease() ?? 'HEAD~1']: string[]): Promise<void> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort());
  const before = await templatesOf(commit, interruption.signal);
  const after = await templatesOf(undefined, interruption.signal);
  const deployment = (template: (typeof after)[string]): Parameters<typeof stackConsequences>[2] => ({
    template,
    assets: new AssemblyAssets(),
  });
  const stacks = Object.keys(after)
    .filter((stack) => stack in before)
    .map((stack) => stackConsequences(stack, deployment(before[stack]), deployment(after[stack])));
  const lines = describeNewFleets(stacks);
  const isDescribed = describesFleets(fs.readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8'));
  console.log(
    [`since ${commit}: ${lines.length} of ${stacks.length} stacks would get a new fleet`, ...lines].join('\n'),
  );
  if (lines.length === 0 || isDescribed) return;
  throw new Error(
    "CHANGELOG.md has no line for users on this: write one under '### Starts a new fleet' of the unreleased version",
  );
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.name === 'AbortError' ? 'interrupted' : error.message);
  process.exitCode = 1;
});
