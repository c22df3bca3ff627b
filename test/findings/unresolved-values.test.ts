import { Token } from 'aws-cdk-lib';
import fc from 'fast-check';
import { UNRESOLVED_VALUE, withoutTokens } from '../../lib/findings/unresolved-values';

const reference = { Ref: 'Parameter' };

test.each([
  ['a text', Token.asString(reference)],
  ['a number', Token.asNumber(reference)],
  ['an element of a list', Token.asList(reference)[0]],
])('a token that is %s is replaced with a description', (_, value) => {
  expect(withoutTokens(`got '${value}'; allowed: a number`)).toBe(
    "got 'a value known only at deployment'; allowed: a number",
  );
});

test('inside a longer value, the description of a token is in angle brackets', () => {
  expect(withoutTokens(`got arn:${Token.asString(reference)}:sagemaker`)).toBe(
    'got arn:<a value known only at deployment>:sagemaker',
  );
});

test('number tokens are replaced even after thousands of tokens were created', () => {
  for (let count = 0; count < 2000; count++)
    expect(withoutTokens(`${Token.asNumber(reference)}`)).toBe(UNRESOLVED_VALUE);
});

test('a message without tokens is not changed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), (message) => withoutTokens(message) === message),
  );
});
