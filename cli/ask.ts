import { promises as readline } from 'readline';
import { shown } from '../lib/findings/shown';

/** What the user answers; undefined where there is no terminal to ask on. */
export async function askUser(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = readline.createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(shown(question))).trim();
  } finally {
    terminal.close();
  }
}
