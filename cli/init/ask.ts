import { askUser } from '../ask';

/** Asks for what an option would say. */
export type Ask = (option: string, question: string) => Promise<string>;

/** Asks the user. Without a terminal, the error names the option. */
export const askOnTerminal: Ask = async (option, question) => {
  const answer = await askUser(`${question}: `);
  if (answer === undefined) throw new Error(`${option} is missing. ${question}`);
  return answer;
};
