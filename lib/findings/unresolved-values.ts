/** Text that replaces CDK tokens in messages. A token is a placeholder for a value that is known only at deployment. */
export const UNRESOLVED_VALUE = 'a value known only at deployment';

/** CDK tokens in strings, list elements and numbers. Number tokens are consecutive numbers that start at -1.8881545897087968e+289. */
const TOKENS = /[$#]\{Token\[[^[\]]*\]\}|-1\.88815458\d*e\+289/g;

/** Characters that separate values. */
const SEPARATOR = /[\s'"(),;…]/;

/** Replaces tokens in a message with `UNRESOLVED_VALUE`, in angle brackets if the token is inside a longer value, such as an ARN. */
export function withoutTokens(message: string): string {
  return message.replace(TOKENS, (token, position: number) => {
    const neighbors = [message[position - 1], message[position + token.length]];
    const isWhole = neighbors.every((each) => each === undefined || SEPARATOR.test(each));
    return isWhole ? UNRESOLVED_VALUE : `<${UNRESOLVED_VALUE}>`;
  });
}
