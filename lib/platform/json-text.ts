import { IResolvable, Reference, Stack, Token, Tokenization } from 'aws-cdk-lib';

/**
 * JSON of a value for a property of a resource. It is what `Stack.toJsonString` returns, which stringifies the value again whenever the
 * property is resolved: that is needed only where a token is a number, a list, or a text that could have quotes.
 */
export function jsonText(stack: Stack, value: object): string {
  let isPlain = true;
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, each) {
    isPlain &&= isReferencesOnly(this[key]); // `each` is what a token's toJSON returns
    return each;
  });
  return isPlain ? text : stack.toJsonString(value);
}

function isReferencesOnly(value: unknown): boolean {
  if (!Token.isUnresolved(value)) return true;
  return typeof value === 'string' && tokensOf(value).every((token) => Reference.isReference(token));
}

function tokensOf(text: string): IResolvable[] {
  return Tokenization.reverseString(text).tokens;
}
