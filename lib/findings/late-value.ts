/** What messages call a value that is a token of CDK at synth. */
export const LATE_VALUE = 'a value known only at deployment';

/** How CDK writes a token as a text, as an element of a list, and as a number: numbers of tokens count up from -1.8881545897087968e+289. */
const TOKENS = /[$#]\{Token\[[^[\]]*\]\}|-1\.88815458\d*e\+289/g;

/** Whether a character separates words, so that what is next to it is a value of its own. */
const SEPARATOR = /[\s'"(),;…]/;

/** A message in which tokens are words; inside of a longer text, such as an ARN, the words are in angle brackets. */
export function withoutTokens(message: string): string {
  return message.replace(TOKENS, (token, position: number) => {
    const neighbors = [message[position - 1], message[position + token.length]];
    const isWhole = neighbors.every((each) => each === undefined || SEPARATOR.test(each));
    return isWhole ? LATE_VALUE : `<${LATE_VALUE}>`;
  });
}
