import { Finding, Severity } from '../model-config';
import { TritonModel } from '../model';
import { CanaryOptions, SmokeTestOptions } from '../smoke-test';
import { canaryProblems, smokeTestProblems } from '../smoke-test/option-problems';

/** What is tested, and how. */
export interface TestedEndpoint {
  readonly smokeTest?: SmokeTestOptions;
  readonly canary?: CanaryOptions;
}

/** What smoke test and canary could not do. */
export function testFindings(model: TritonModel, { smokeTest = {}, canary = {} }: TestedEndpoint): Finding[] {
  const untested = model.inputs.length === 0 && model.examples.length === 0;
  return [
    ...smokeTestProblems(smokeTest, [model]).map(({ property, message }) => ({
      ruleId: 'smoke-test.options',
      field: `smokeTest.${property}`,
      message,
      severity: Severity.ERROR,
    })),
    ...canaryProblems(canary).map(({ property, message }) => ({
      ruleId: 'canary.options',
      field: `canary.${property}`,
      message,
      severity: Severity.ERROR,
    })),
    ...(untested
      ? [
          {
            ruleId: 'smoke-test.nothing-to-ask',
            field: 'model.examples',
            message: 'the model names neither inputs nor examples, so no request is made; give it one of them',
            severity: Severity.WARNING,
          },
        ]
      : []),
  ];
}
