import { promises as readline } from 'readline';
import { shown } from '../print';

/** Asks for what an option would say. */
export type Ask = (option: string, question: string) => Promise<string>;

/** Asks the user. Without a terminal, the error names the option. */
export const askOnTerminal: Ask = async (option, question) => {
  if (!process.stdin.isTTY) throw new Error(`${option} is missing. ${question}`);
  const terminal = readline.createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`${shown(question)}: `)).trim();
  } finally {
    terminal.close();
  }
};
