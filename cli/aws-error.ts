/** Messages of the SDK when nothing can be read at all, and what to do. */
const SETTINGS: [pattern: RegExp, message: string][] = [
  [
    /region (is missing|not accepted)/i,
    'no AWS Region is set: set AWS_REGION, or set AWS_PROFILE to a profile with a Region',
  ],
  [
    /credential|ExpiredToken|token is expired|security token|InvalidClientTokenId|sso session/i,
    "AWS credentials are missing or expired: sign in as for the AWS CLI, such as with 'aws sso login', or set AWS_PROFILE",
  ],
  [
    /invalid character in header/i,
    'AWS credentials contain a character that a request cannot contain, such as a line break: set them again',
  ],
  [/invalid URL/i, 'the endpoint of AWS is not a URL: check AWS_ENDPOINT_URL and similar settings'],
  [/ENOTFOUND|ECONNREFUSED|getaddrinfo/, 'AWS cannot be reached: check the Region and the network'],
];

/**
 * An error of the SDK in words.
 *
 * @throws when settings are the cause, so that no request can succeed
 */
export function explain(error: unknown): string {
  const { name, message } = error as Error;
  const text = `${name}: ${message}`;
  const setting = SETTINGS.find(([pattern]) => pattern.test(text));
  if (setting) throw new Error(setting[1], { cause: error });
  return text;
}
