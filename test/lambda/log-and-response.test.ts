import { log } from '../../lambda/shared/log';
import { putResult } from '../../lambda/shared/respond';

describe('a log line of a handler', () => {
  const loggedLine = (text: string): string => {
    const spy = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    log(text);
    const [[line]] = spy.mock.calls as [[string]];
    spy.mockRestore();
    return line;
  };

  test.each([
    ['is in the embedded metric format', 'failed:\n{"_aws":{}}', String.raw`failed:\n{"_aws":{}}`],
    ['contains terminal control sequences', 'a\u001b[2Jb\rc', String.raw`a\u001b[2Jb\u000dc`],
    ['contains a lone surrogate', 'a\ud83d', String.raw`a\ud83d`],
  ])('is one line of escaped text if it %s', (_, text, expected) => {
    expect(loggedLine(text)).toBe(expected);
  });

  test('has at most 256 KB, the size of a log event', () => {
    expect(Buffer.byteLength(loggedLine('\u001b'.repeat(1_000_000)))).toBeLessThan(256 * 1024);
  });
});

test('errors do not contain the presigned URL of CloudFormation', async () => {
  await expect(putResult('no-url?X-Amz-Signature=secret', '{}')).rejects.toThrow(
    /^The result could not be sent to CloudFormation: \w+$/,
  );
});
