const CALL_TIMEOUT_SECONDS = 60;

interface Call {
  readonly Type: string;
  readonly Resource: string;
  readonly TimeoutSeconds: number;
}

/** A call of an AWS service by its SDK, such as `sns:publish`. */
export function call({ partition }: { readonly partition: string }, operation: string): Call {
  const resource = `arn:${partition}:states:::aws-sdk:${operation}`;
  return { Type: 'Task', Resource: resource, TimeoutSeconds: CALL_TIMEOUT_SECONDS };
}

/** Goes the way of the first choice that holds. */
export function choice(choices: object[], otherwise: string): object {
  return { Type: 'Choice', Choices: choices, Default: otherwise };
}
