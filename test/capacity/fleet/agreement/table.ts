import { markdownTable } from '../truth/page';
import { DEFAULT_RUNS, KINDS } from './histories';

/** The table of docs/simulation-accuracy.md. A test of each kind fails if a history differs. */
export function agreementTable(): string {
  return markdownTable(
    ['scaling', 'random histories of a test run', 'histories that differ'],
    KINDS.map(({ kind }) => [kind, String(DEFAULT_RUNS), '0']),
  );
}
