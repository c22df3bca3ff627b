import { log } from '../../lambda/shared/log';
import { putResult } from '../../lambda/shared/put-result';

describe('a log line of a handler', () => {
  const logged = (text: string): string => {
    const spy = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    log(text);
    const [[line]] = spy.mock.calls as [[string]];
    spy.mockRestore();
    return line;
  };

  test.each([
    ['would be a metric', 'failed:\n{"_aws":{}}', String.raw`failed:\n{"_aws":{}}`],
    ['commands a terminal', 'a\u001b[2Jb\rc', String.raw`a\u001b[2Jb\u000dc`],
    ['has half a character', 'a\ud83d', String.raw`a\ud83d`],
  ])('stays one line of text when a part of it %s', (_, text, expected) => {
    expect(logged(text)).toBe(expected);
  });

  test('has at most the 256 KB of an event', () => {
    expect(Buffer.byteLength(logged('\u001b'.repeat(1_000_000)))).toBeLessThan(256 * 1024);
  });
});

test('a URL that CloudFormation has signed is in no error', async () => {
  await expect(putResult('no-url?X-Amz-Signature=secret', '{}')).rejects.toThrow(
    /^The result could not be sent to CloudFormation: \w+$/,
  );
});
