import { runHistory } from './run-history';
import { deploy, Step } from './steps';
const NW = { 'cloudformation.endpoint-waits-while-in-progress': false };
const CASES: [string, Step[], any?][] = [
  ...[true, false].flatMap((a) =>
    [true, false].map((b): [string, Step[], any] => [
      `copies without room ${a} ${b}`,
      [
        deploy(['cat has one copy', 'the fleet has one instance']),
        { kind: 'the load changes', component: 'dog', load: 'high' },
        { kind: 'time passes', minutes: 40 },
        deploy(['cat has three copies', 'the fleet has one instance']),
      ],
      {
        'cloudformation.rolled-back-component-fails': a,
        'sagemaker.failed-copy-scaling-is-reverted': b,
        'cloudformation.component-updates-repeat-the-specification': false,
      },
    ]),
  ),
  [
    'no room for memory, silent',
    [
      deploy(['cat has one copy', 'the fleet has one instance']),
      { kind: 'the load changes', component: 'dog', load: 'high' },
      { kind: 'time passes', minutes: 40 },
      deploy(['cat has one copy', 'the fleet has one instance', 'dog reserves more memory']),
    ],
    { 'cloudformation.rolled-back-component-fails': false },
  ],
  [
    'no smoke test and report, silent',
    [
      deploy(['there is no smoke test', 'there is no failure report']),
      deploy(['there is no smoke test', 'there is no failure report', 'dog has a different model'], {
        kind: 'new copies do not start',
        component: 'dog',
      }),
    ],
    { 'cloudformation.rolled-back-component-fails': false },
  ],
  [
    'no room for a reservation, silent',
    [
      deploy(['cat has one copy', 'the fleet has one instance']),
      { kind: 'the load changes', component: 'dog', load: 'high' },
      { kind: 'time passes', minutes: 40 },
      deploy(['cat has one copy', 'the fleet has one instance', 'cat reserves two GPUs']),
    ],
    { 'cloudformation.rolled-back-component-fails': false },
  ],
  [
    'no smoke test, silent',
    [
      deploy(['there is no smoke test']),
      deploy(['there is no smoke test', 'dog has a different model'], {
        kind: 'new copies do not start',
        component: 'dog',
      }),
    ],
    { 'cloudformation.rolled-back-component-fails': false },
  ],
  [
    'growth, then fleet update',
    [deploy([]), { kind: 'copies' as any } as any]
      .slice(0, 1)
      .concat([
        { kind: 'the load changes', component: 'dog', load: 'high' },
        { kind: 'the load changes', component: 'cat', load: 'high' },
        { kind: 'time passes', minutes: 5 },
        deploy(['the fleet is larger']),
      ]),
    NW,
  ],
  [
    'growth, then deletion',
    [
      deploy([]),
      { kind: 'the load changes', component: 'dog', load: 'high' },
      { kind: 'the load changes', component: 'cat', load: 'high' },
      { kind: 'time passes', minutes: 5 },
    ],
    NW,
  ],
  [
    'growth during the fleet update',
    [
      deploy([]),
      { kind: 'the load changes', component: 'dog', load: 'high' },
      deploy(['the fleet is larger'], { kind: 'the load changes', minute: 0, component: 'cat', load: 'high' }),
    ],
    NW,
  ],
  [
    'reservation without room, silent rollback',
    [
      deploy(['the fleet has one instance', 'cat scales further']),
      { kind: 'the load changes', component: 'dog', load: 'high' },
      { kind: 'time passes', minutes: 20 },
      deploy(['the fleet has one instance', 'cat scales further', 'cat reserves two GPUs']),
    ],
    { 'cloudformation.rolled-back-component-fails': false },
  ],
  [
    'scaled, model fails',
    [
      deploy([]),
      { kind: 'the load changes', component: 'dog', load: 'high' },
      { kind: 'time passes', minutes: 30 },
      deploy(['dog has a different model'], { kind: 'new copies do not start', component: 'dog' }),
    ],
  ],
  [
    'scaled, model wrong',
    [
      deploy([]),
      { kind: 'the load changes', component: 'dog', load: 'high' },
      { kind: 'time passes', minutes: 30 },
      deploy(['dog has a different model'], { kind: 'new copies respond incorrectly', component: 'dog' }),
    ],
  ],
  [
    'scaled, model errors',
    [
      deploy([]),
      { kind: 'the load changes', component: 'dog', load: 'high' },
      { kind: 'time passes', minutes: 30 },
      deploy(['dog has a different model'], { kind: 'new copies return errors', component: 'dog' }),
    ],
  ],
  [
    'scaled, silent',
    [
      deploy([]),
      { kind: 'the load changes', component: 'dog', load: 'high' },
      { kind: 'time passes', minutes: 30 },
      deploy(['dog has a different model'], { kind: 'new copies do not start', component: 'dog' }),
    ],
    { 'cloudformation.rolled-back-component-fails': false },
  ],
  [
    'fails after the update',
    [deploy([]), deploy(['dog has a different model'], { kind: 'new copies fail after the update', component: 'dog' })],
  ],
  [
    'fails after the update, silent',
    [deploy([]), deploy(['dog has a different model'], { kind: 'new copies fail after the update', component: 'dog' })],
    { 'cloudformation.rolled-back-component-fails': false },
  ],
  [
    'scaled, fails after the update',
    [
      deploy([]),
      { kind: 'the load changes', component: 'dog', load: 'high' },
      { kind: 'time passes', minutes: 30 },
      deploy(['dog has a different model'], { kind: 'new copies fail after the update', component: 'dog' }),
    ],
  ],
  [
    'zero',
    [
      deploy(['dog scales to zero', 'cat scales to zero', 'the fleet scales to zero']),
      { kind: 'the load changes', component: 'dog', load: 'none' },
      { kind: 'the load changes', component: 'cat', load: 'none' },
      { kind: 'time passes', minutes: 90 },
      { kind: 'the load changes', component: 'dog', load: 'usual' },
      { kind: 'time passes', minutes: 60 },
      { kind: 'the load changes', component: 'dog', load: 'none' },
      { kind: 'time passes', minutes: 90 },
      deploy(['dog scales to zero', 'cat scales to zero', 'the fleet scales to zero', 'dog has a different model']),
    ],
  ],
  [
    'zero, fleet update',
    [
      deploy(['dog scales to zero', 'cat scales to zero', 'the fleet scales to zero']),
      { kind: 'the load changes', component: 'dog', load: 'none' },
      { kind: 'the load changes', component: 'cat', load: 'none' },
      { kind: 'time passes', minutes: 90 },
      deploy([
        'dog scales to zero',
        'cat scales to zero',
        'the fleet scales to zero',
        'the instance type is different',
      ]),
      { kind: 'the load changes', component: 'cat', load: 'usual' },
      { kind: 'time passes', minutes: 60 },
    ],
  ],
  [
    'zero, errors at zero',
    [
      deploy(['dog scales to zero', 'cat scales to zero', 'the fleet scales to zero']),
      { kind: 'the load changes', component: 'dog', load: 'none' },
      { kind: 'time passes', minutes: 90 },
      deploy(['dog scales to zero', 'cat scales to zero', 'the fleet scales to zero', 'dog has a different model'], {
        kind: 'new copies do not start',
        component: 'dog',
      }),
      { kind: 'the load changes', component: 'dog', load: 'usual' },
      { kind: 'time passes', minutes: 60 },
    ],
  ],
  [
    'swap',
    [
      deploy(['cat has three copies']),
      deploy(['cat is renamed', 'owl is added']),
      deploy(['cat is removed', 'owl is added']),
      deploy([]),
    ],
  ],
  [
    'high load in model update',
    [
      deploy([]),
      deploy(['dog has a different model', 'cat has a different model'], {
        kind: 'the load changes',
        minute: 3,
        component: 'dog',
        load: 'high',
      }),
    ],
  ],
  [
    'late configuration',
    [deploy([]), deploy(['the fleet is larger'])],
    { 'cloudformation.endpoint-retries-missing-configuration': false },
  ],
  ['endpoint renamed', [deploy([]), deploy(['the endpoint is renamed']), deploy([])]],
];
test.each(CASES.map(([title, steps, switches]) => ({ title, steps, switches })))(
  '$title',
  async ({ steps, switches }) => {
    for (const seed of [1, 2, 3]) {
      const r = await runHistory(steps, { seed, switches });
      if (seed === 1) console.log(r.stepResults.join('\n').slice(0, 1500));
      expect([
        ...new Set(r.violations.map((v) => `seed ${seed} step ${v.step} [${v.invariant}] ${v.message}`)),
      ]).toEqual([]);
    }
  },
);
