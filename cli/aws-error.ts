/** SDK errors that are caused by local settings, with the messages that replace them. */
const CONFIGURATION_ERRORS: [pattern: RegExp, message: string][] = [
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
 * Formats an error of the AWS SDK as text.
 *
 * @throws if local settings are the cause, because every other request would also fail
 */
export function describeAwsError(error: unknown): string {
  const { name, message } = error as Error;
  const text = `${name}: ${message}`;
  const [, advice] = CONFIGURATION_ERRORS.find(([pattern]) => pattern.test(text)) ?? [];
  if (advice !== undefined) throw new Error(advice, { cause: error });
  return text;
}
