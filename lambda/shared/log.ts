import { shown } from '../../lib/findings/shown';

/** CloudWatch Logs takes 256 KB, and what is longer would go on in a line of its own. An escaped character has 6 bytes. */
const MAXIMUM_CHARACTERS = 40_000;

/**
 * The only place where a handler logs text. It stays one line: CloudWatch Logs would make a metric of a line that looks like one
 * (embedded metric format), and the text may come from elsewhere.
 */
export function log(text: string): void {
  // oxlint-disable-next-line no-console -- here, and nowhere else
  console.log(shown(text.slice(0, MAXIMUM_CHARACTERS)).replaceAll('\n', String.raw`\n`));
}
