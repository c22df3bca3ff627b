import { Finding } from '../model-config';
import { TritonModel } from '../model';
import { ProbeOptions, SmokeTestOptions } from '../smoke-test';
import { probeProblems, smokeTestProblems } from '../smoke-test/option-problems';
import { error, warning } from './finding';

/** What is tested, and how. */
export interface TestedEndpoint {
  readonly smokeTest?: SmokeTestOptions;
  readonly probe?: ProbeOptions;
}

/** What smoke test and probe could not do. */
export function testFindings(models: TritonModel[], { smokeTest = {}, probe = {} }: TestedEndpoint): Finding[] {
  const untested = models.filter(({ inputs, examples }) => inputs.length === 0 && examples.length === 0);
  return [
    ...smokeTestProblems(smokeTest, models).map(({ property, message }) =>
      error('smoke-test.options', `smokeTest.${property}`, message),
    ),
    ...probeProblems(probe).map(({ property, message }) => error('probe.options', `probe.${property}`, message)),
    ...untested.map(({ name }) =>
      warning(
        'smoke-test.nothing-to-ask',
        `model '${name}'.examples`,
        'the model names neither inputs nor examples, so no request is made; give it one of them',
      ),
    ),
  ];
}
