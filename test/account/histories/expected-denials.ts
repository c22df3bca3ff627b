/** Patterns of denied requests that are not defects, and the reasons. */
const EXPECTED_DENIALS = [
  {
    pattern: /ExecutionRol\S* \(sagemaker\.amazonaws\.com\) may not logs:\w+ /,
    reason:
      'the last lines of a container arrive after the permission to write them was deleted. A separate invariant checks that serving instances have a log',
  },
  {
    pattern: /TritonScalingRegistr.* may not (cloudformation:DescribeStacks|logs:\w+) /,
    reason: 'the function that waits for the end of a deployment may still run when its stack is deleted',
  },
  {
    pattern: /events.amazonaws.com may not lambda:InvokeFunction/,
    reason: 'a rule may fire before its permission is created, since the permission refers to the rule',
  },
  {
    pattern: /TritonEnginesR.* may not (s3|sagemaker|logs):\w+ .*sts:AssumeRole/,
    reason: 'the function that waits for a job may still run when its stack is deleted',
  },
  {
    pattern:
      /TritonEnginesR\S* \(lambda\.amazonaws\.com\) may not (s3:ListObjectsV2|sagemaker:Describe\w+Job|logs:\w+) .*no identity-based policy/,
    reason:
      'the function that waits for a job looks for its engine once more, after its policy and before its role is deleted',
  },
];

/** The denials that are defects, without duplicates. */
export function unexpectedDenials(denials: readonly string[]): string[] {
  return [...new Set(denials)].filter((denial) => !EXPECTED_DENIALS.some(({ pattern }) => pattern.test(denial)));
}

/** Whether a function writes its last log lines: Lambda writes them after its response, when its role may already be deleted. */
export function isLastLineDenial(denial: string): boolean {
  return /\(lambda\.amazonaws\.com\) may not logs:(CreateLogStream|PutLogEvents) /.test(denial);
}

/** Expected denials of functions that may still run when their policy and role are deleted with the stack. */
const RUNNING_FUNCTION_DENIALS = [
  /TritonEnginesR\S* \(lambda\.amazonaws\.com\) may not (s3|sagemaker|logs):\w+ /,
  /TritonTestsR\S* \(lambda\.amazonaws\.com\) may not (sagemaker:InvokeEndpoint|logs:\w+) /,
];

/** The denials that are defects if a stack was deleted during its creation. */
export function unexpectedDenialsInDeletion(denials: readonly string[]): string[] {
  return unexpectedDenials(denials).filter(
    (denial) => !RUNNING_FUNCTION_DENIALS.some((pattern) => pattern.test(denial)),
  );
}
