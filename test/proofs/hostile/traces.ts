import * as path from 'node:path';
import { createPipe, writeFiles } from './files';
import type { HostileInput } from './hostile-run';

/** Hostile traces, and hostile scaling in an assembly, which `simulate` reads; and options of `trace make`. */

const ESCAPES = '\u001b[2J\u202e\u009b31m';
const MARKUP = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';

const HEADER = 'time,requests\n';
const MINUTE = 60_000;
/** The rows of a trace with an interval of one minute. */
const rows = (count: number, requests: (minute: number) => string | number): string =>
  Array.from(
    { length: count },
    (_, minute) => `${new Date(Date.UTC(2026, 10, 16) + minute * MINUTE).toISOString()},${requests(minute)}\n`,
  ).join('');
const VALID_TRACE = `${HEADER}${rows(60, () => 600)}`;
const TABLE = 'instance_type,batch,milliseconds\nml.g5.xlarge,1,5\nml.g5.xlarge,8,20\n';

const TRACES: Record<string, string | Buffer> = {
  'is empty': '',
  'has only a header': HEADER,
  'has one row': `${HEADER}${rows(1, () => 1)}`,
  'has requests that are not numbers': `${HEADER}${rows(3, () => 'NaN')}`,
  'has 10^300 requests': `${HEADER}${rows(3, () => 1e300)}`,
  'has 10^12 requests in a minute': `${HEADER}${rows(10, () => 1e12)}`,
  'has a 10^-300th of a request': `${HEADER}${rows(10, () => 1e-300)}`,
  'has markup and escape sequences': `time${MARKUP},requests${ESCAPES}\n${MARKUP},${ESCAPES}\n`,
  'has 700,000 rows': `${HEADER}${rows(700_000, () => 1)}`,
};

/** The arguments of `simulate`, which writes a JSON file. */
const simulateArguments =
  (...options: string[]): HostileInput['args'] =>
  (folder) => {
    const file = (name: string): string => path.join(folder, name);
    return [
      ...['simulate', '--trace', file('trace.csv'), '--latency-table', file('t.csv'), '--latency', '100'],
      ...['--routing', 'random', '--json', file('result.json'), ...options],
    ];
  };
const checks = { mayWrite: /^result\.json$/ };

const traceInput = ([description, text]: [string, string | Buffer]): HostileInput => ({
  name: `a trace that ${description}`,
  write: (folder) => writeFiles(folder, { 'trace.csv': text, 't.csv': TABLE }),
  args: simulateArguments(),
  ignoredOutput: "'NaN'",
  ...checks,
});

const simulationInput = (description: string, ...options: string[]): HostileInput => ({
  name: `a simulation with ${description}`,
  write: (folder) => writeFiles(folder, { 'trace.csv': VALID_TRACE, 't.csv': TABLE }),
  args: simulateArguments(...options),
  ...checks,
});

/** Values of the scaling of an endpoint: the scalable target, the tracking configuration and an alarm of a step scaling policy. */
const SCALING: Record<string, { target?: object; tracking?: object; alarm?: object; name?: string }> = {
  'is valid, of an endpoint whose name is markup': { name: `${MARKUP}${ESCAPES}` },
  'has limits of 10^300 instances': { target: { MinCapacity: 1e300, MaxCapacity: 1e300 } },
  'has a target of 0': { tracking: { TargetValue: 0 } },
  'has an unknown metric with markup': {
    tracking: { PredefinedMetricSpecification: { PredefinedMetricType: `${MARKUP}${ESCAPES}` } },
  },
  'has a schedule that is invalid': { target: { ScheduledActions: [{ Schedule: `cron(${MARKUP})` }] } },
  'has an unknown time zone': { target: { ScheduledActions: [{ Schedule: 'cron(0 1 * * ? *)', Timezone: 'x/y' }] } },
  'has a step of 0 in a cron expression': { target: { ScheduledActions: [{ Schedule: 'cron(0/0 1 * * ? *)' }] } },
  'has an alarm with a period of 0': { alarm: { Period: 0 } },
};

const scalingInput = ([description, changes]: [string, (typeof SCALING)[string]]): HostileInput => ({
  name: `an assembly whose scaling ${description}`,
  write: (folder) =>
    writeFiles(folder, {
      'trace.csv': VALID_TRACE,
      't.csv': TABLE,
      'cdk.out/manifest.json': JSON.stringify({
        version: '36.0.0',
        artifacts: { It: { type: 'aws:cloudformation:stack', properties: { templateFile: 'It.template.json' } } },
      }),
      'cdk.out/It.template.json': JSON.stringify(templateOf(changes)),
    }),
  args: (folder) => simulateArguments('--assembly', path.join(folder, 'cdk.out'))(folder, undefined as never),
  ...checks,
});

function templateOf({ target, tracking, alarm, name = 'vision' }: (typeof SCALING)[string]): object {
  const resource = (Type: string, Properties: object): object => ({ Type, Properties });
  return {
    Resources: {
      Config: resource('AWS::SageMaker::EndpointConfig', {
        ProductionVariants: [
          { VariantName: 'All', ModelName: 'm', InstanceType: 'ml.g5.xlarge', InitialInstanceCount: 1 },
        ],
      }),
      Endpoint: resource('AWS::SageMaker::Endpoint', { EndpointName: name, EndpointConfigName: { Ref: 'Config' } }),
      Target: resource('AWS::ApplicationAutoScaling::ScalableTarget', {
        ...{ ResourceId: `endpoint/${name}/variant/All`, MinCapacity: 1, MaxCapacity: 4 },
        ...target,
      }),
      Tracking: resource('AWS::ApplicationAutoScaling::ScalingPolicy', {
        ScalingTargetId: { Ref: 'Target' },
        TargetTrackingScalingPolicyConfiguration: {
          TargetValue: 600,
          PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
          ...tracking,
        },
      }),
      Steps: resource('AWS::ApplicationAutoScaling::ScalingPolicy', {
        ScalingTargetId: { Ref: 'Target' },
        StepScalingPolicyConfiguration: { StepAdjustments: [{ MetricIntervalLowerBound: 0, ScalingAdjustment: 1 }] },
      }),
      Alarm: resource('AWS::CloudWatch::Alarm', {
        ...{ MetricName: 'Invocations', Statistic: 'Sum', Period: 60, EvaluationPeriods: 1, Threshold: 900 },
        ComparisonOperator: 'GreaterThanThreshold',
        AlarmActions: [{ Ref: 'Steps' }],
        ...alarm,
      }),
    },
  };
}

const makeInput = (description: string, ...args: string[]): HostileInput => ({
  name: `trace make with ${description}`,
  write: () => undefined,
  args: (folder) => ['trace', 'make', ...args, '--out', path.join(folder, 'trace.csv')],
  mayWrite: /^trace\.csv$/,
});

export const traces: HostileInput[] = [
  ...Object.entries(TRACES).map(traceInput),
  {
    name: 'a trace that is a pipe',
    write: (folder) => {
      writeFiles(folder, { 't.csv': TABLE });
      createPipe(path.join(folder, 'trace.csv'));
    },
    args: simulateArguments(),
  },
  simulationInput('a latency of almost 0', '--latency=1e-300'),
  simulationInput('a percentile of 99.9999999999', '--percentile=99.9999999999'),
  simulationInput('an endpoint with escape sequences and no assembly', `--endpoint=${ESCAPES}`),
  ...Object.entries(SCALING).map(scalingInput),
  makeInput('a rate of 10^300', 'daily', '--peak=1e300'),
  makeInput('10^15 days', 'daily', '--peak=1', '--days=1000000000000000'),
  makeInput('a step of 10^15 minutes', 'steps', '--step=1=1000000000000000'),
  makeInput('a step of escape sequences', 'steps', `--step=${ESCAPES}`),
];
