import { Token } from 'aws-cdk-lib';
import fc from 'fast-check';
import { LATE_VALUE, withoutTokens } from '../../lib/findings/late-value';

const reference = { Ref: 'Parameter' };

test.each([
  ['a text', Token.asString(reference)],
  ['a number', Token.asNumber(reference)],
  ['an element of a list', Token.asList(reference)[0]],
])('%s that is a token is words', (_, value) => {
  expect(withoutTokens(`got '${value}'; allowed: a number`)).toBe(
    "got 'a value known only at deployment'; allowed: a number",
  );
});

test('inside of a longer text, the words are in angle brackets', () => {
  expect(withoutTokens(`got arn:${Token.asString(reference)}:sagemaker`)).toBe(
    'got arn:<a value known only at deployment>:sagemaker',
  );
});

test('numbers of tokens are words, however many tokens there are', () => {
  for (let count = 0; count < 2000; count++) expect(withoutTokens(`${Token.asNumber(reference)}`)).toBe(LATE_VALUE);
});

test('a message without tokens is kept', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), (message) => withoutTokens(message) === message),
  );
});
