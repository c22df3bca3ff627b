import type { Behavior } from '../behavior';

const GUIDE = 'https://docs.aws.amazon.com/lambda/latest/dg';

export const LAMBDA_BEHAVIORS: readonly Behavior[] = [
  {
    id: 'lambda.failed-events-are-retried',
    description: 'An asynchronous invocation that fails is repeated after one minute, and again after two minutes.',
    evidence: 'documented',
    source: `${GUIDE}/invocation-async-error-handling.html`,
  },
  {
    id: 'lambda.throttled-events-wait',
    description:
      'If all concurrent executions of the account are in use, Lambda repeats an asynchronous invocation for six hours, after pauses from one second to five minutes. Other invocations are rejected. Throttles counts both.',
    evidence: 'documented',
    source: `${GUIDE}/invocation-async-error-handling.html, ${GUIDE}/lambda-concurrency.html`,
  },
  {
    id: 'lambda.account-has-1000-executions',
    description: 'The account has 1,000 concurrent executions. If switched off, it has 10.',
    evidence: 'assumed',
    source: `"New AWS accounts have reduced concurrency and memory quotas" (${GUIDE}/gettingstarted-limits.html); users report 10`,
  },
];
