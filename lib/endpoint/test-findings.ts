import { Finding } from '../model-config';
import { TritonModel } from '../model';
import { CanaryOptions, SmokeTestOptions } from '../smoke-test';
import { canaryProblems, smokeTestProblems } from '../smoke-test/option-problems';
import { error, warning } from './finding';

/** What is tested, and how. */
export interface TestedEndpoint {
  readonly smokeTest?: SmokeTestOptions;
  readonly canary?: CanaryOptions;
}

/** What smoke test and canary could not do. */
export function testFindings(models: TritonModel[], { smokeTest = {}, canary = {} }: TestedEndpoint): Finding[] {
  const untested = models.filter(({ inputs, examples }) => inputs.length === 0 && examples.length === 0);
  return [
    ...smokeTestProblems(smokeTest, models).map(({ property, message }) =>
      error('smoke-test.options', `smokeTest.${property}`, message),
    ),
    ...canaryProblems(canary).map(({ property, message }) => error('canary.options', `canary.${property}`, message)),
    ...untested.map(({ name }) =>
      warning(
        'smoke-test.nothing-to-ask',
        `model '${name}'.examples`,
        'the model names neither inputs nor examples, so no request is made; give it one of them',
      ),
    ),
  ];
}
