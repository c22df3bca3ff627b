import { promises as readline } from 'readline';
import { escapeControlCharacters } from '../../lib/findings/escape-control-characters';

/** Asks the user a question. Returns undefined if there is no terminal. */
export async function askUser(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = readline.createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(escapeControlCharacters(question))).trim();
  } finally {
    terminal.close();
  }
}
