/** Requests that are denied on purpose. */
const EXPECTED_DENIALS = [
  {
    of: /ExecutionRol\S* \(sagemaker\.amazonaws\.com\) may not logs:\w+ /,
    since:
      'the last lines of a container arrive when its role may no longer write them; that what serves has a log is an invariant of its own',
  },
  {
    of: /TritonScalingRegistr.* may not (cloudformation:DescribeStacks|logs:\w+) /,
    since: 'what watches the end of a deployment may still run when its stack is deleted, and ends with its role',
  },
  {
    of: /events.amazonaws.com may not lambda:InvokeFunction/,
    since: 'a rule may fire before its permission is there, which names the rule',
  },
  {
    of: /TritonEnginesR.* may not (s3|sagemaker|logs):\w+ .*sts:AssumeRole/,
    since: 'what waits for a job may still look when its stack is deleted, and ends with its role',
  },
  {
    of: /TritonEnginesR\S* \(lambda\.amazonaws\.com\) may not s3:GetObject .*not authorized to perform: s3:ListBucket/,
    since:
      'engines of a stack are deleted at the same time, and one function may delete what the other has listed; S3 denies what is missing',
  },
];

/**
 * What watches an endpoint looks every few seconds. In a rollback that begins and ends between two looks, its policy is deleted, and it ends
 * with the next one. When a stack is deleted while it is created, its policy has to stay as long as the endpoint.
 */
const LAST_LOOK = /TritonFailureReport\S* \(lambda\.amazonaws\.com\) may not (sagemaker:DescribeEndpoint|logs:\w+) /;

/** The others, each once. */
export function unexpected(denials: readonly string[]): string[] {
  return unexpectedOf(denials).filter((denial) => !LAST_LOOK.test(denial));
}

function unexpectedOf(denials: readonly string[]): string[] {
  return [...new Set(denials)].filter((denial) => !EXPECTED_DENIALS.some(({ of }) => of.test(denial)));
}

/** Functions that may still run when their stack is deleted: their policy goes first, and then their role. */
const OF_RUNNING = [
  /TritonEnginesR\S* \(lambda\.amazonaws\.com\) may not (s3|sagemaker|logs):\w+ /,
  /Endpoint\w*Sm[0-9A-F]{4}-\S* \(lambda\.amazonaws\.com\) may not (sagemaker:InvokeEndpoint|logs:\w+) /,
];

/** The others, if a stack was deleted while it was created. */
export function unexpectedInDeletion(denials: readonly string[]): string[] {
  return unexpectedOf(denials).filter((denial) => !OF_RUNNING.some((of) => of.test(denial)));
}
