import * as fs from 'fs';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { artifact } from '../../bin/model-folders';
import { TextClassifierStack } from '../../bin/text-classifier-stack';
import { EVENT_TIME_LIMIT_MILLISECONDS } from '../../lambda/shared/custom-resource';
import {
  Backend,
  CapacitySize,
  ModelFiles,
  TritonAsyncEndpoint,
  TritonImage,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
  UpdateStrategy,
} from '../../lib';
import { MAX_BODY_BYTES, maxRequestSeconds } from '../../lib/facts/invocation-limits';
import { builtInPrice } from '../../lib/facts/prices';
import { DEFAULT_SCALE_IN_COOLDOWN, DEFAULT_SCALE_OUT_COOLDOWN } from '../../lib/scaling/cooldowns';
import { DEFAULT_PROBE_INTERVAL } from '../../lib/smoke-test/probe-options';
import lock from '../../package-lock.json';
import { asNumber, docPages, NUMBER, readSentences, sentencesOf } from './sentences';

const ENVIRONMENT = { region: 'eu-central-1', account: '123456789012' };
const ROOT = path.join(__dirname, '..', '..');
const DOCS = docPages();
const MODEL = artifact('image-classifier', 'onnx');

/** Properties of any resource. */
type Properties = ReturnType<Template['findResources']>[string];

/** Returns a function that lists the properties of all resources of a type. */
function resourcesOf(stack: Stack): (type: string) => Properties[] {
  const template = Template.fromStack(stack);
  return (type) => Object.values(template.findResources(type)).map(({ Properties }) => Properties);
}

function defaults(create: (stack: Stack, model: TritonModel) => void): (type: string) => Properties[] {
  const stack = new Stack(new App(), 'Stack', { env: ENVIRONMENT });
  create(stack, TritonModel.fromDirectory(MODEL));
  return resourcesOf(stack);
}

const realtime = defaults((stack, model) => new TritonRealtimeEndpoint(stack, 'Endpoint', { model }));
const multiModel = defaults((stack, model) => new TritonMultiModelEndpoint(stack, 'Endpoint', { models: [model] }));
const asynchronous = defaults((stack, model) => new TritonAsyncEndpoint(stack, 'Endpoint', { model }));
const withEngine = defaults((stack) => {
  const files = ModelFiles.fromEngineBuild(`${MODEL}/1/model.onnx`, {
    profiles: [{ image: { min: [1, 3, 32, 32], opt: [8, 3, 32, 32], max: [8, 3, 32, 32] } }],
  });
  const model = new TritonModel({ name: 'classifier', backend: Backend.TENSORRT, files, maxBatchSize: 8 });
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model });
});
const textClassifier = resourcesOf(new TextClassifierStack(new App(), 'TextClassifier', { env: ENVIRONMENT }));

const [variant] = realtime('AWS::SageMaker::EndpointConfig')[0].ProductionVariants;
const [multiModelVariant] = multiModel('AWS::SageMaker::EndpointConfig')[0].ProductionVariants;
const deployment = realtime('AWS::SageMaker::Endpoint')[0].DeploymentConfig;
const smokeTest = JSON.parse(realtime('Custom::TritonSmokeTest')[0].Spec);
const multiModelTest = JSON.parse(multiModel('Custom::TritonSmokeTest')[0].Spec);
const alarmOn = (words: string): Properties | undefined =>
  realtime('AWS::CloudWatch::Alarm').find(({ AlarmDescription }) => AlarmDescription.includes(words));
const eventMinutes = EVENT_TIME_LIMIT_MILLISECONDS / 60_000;
const engineMinutes = Number(withEngine('Custom::TritonEngine')[0].MaxRuntimeInSeconds) / 60;
const capacity = (resources: (type: string) => Properties[]): string[] => {
  const [{ MinCapacity, MaxCapacity }] = resources('AWS::ApplicationAutoScaling::ScalableTarget');
  return [`${MinCapacity}`, `${MaxCapacity}`];
};

/** The oldest version of Node.js 20 with which all packages of a clone run. */
function cloneRequires(): string {
  const minors = Object.values(lock.packages as Record<string, { engines?: { node?: string } }>).flatMap(
    ({ engines }) => [...(engines?.node ?? '').matchAll(/(?:\^|>= ?)20\.(\d+)/g)].map(([, minor]) => Number(minor)),
  );
  return `20.${Math.max(...minors)}`;
}

const half = CapacitySize.percent(50);
/** The strategies during whose updates only the new fleet receives the requests of the probe, so that its alarm can fire. */
const strategiesOfProbe = Object.entries({
  'all-at-once': UpdateStrategy.allAtOnce(),
  canary: UpdateStrategy.canary({ size: half }),
  linear: UpdateStrategy.linear({ stepSize: half }),
  rolling: UpdateStrategy.rolling({ maximumBatchSize: half }),
}).flatMap(([name, { _sharesTraffic }]) => (_sharesTraffic ? [] : [name]));

interface Fact {
  /** Matches sentences that state the fact. Each group is one value. */
  readonly statement: RegExp;
  readonly values: readonly string[];
  /** Whether no page has to state the fact. */
  readonly optional?: boolean;
}

function readPage(page: string): string {
  return fs.readFileSync(path.join(ROOT, page), 'utf8');
}

const pattern = (text: string): RegExp => new RegExp(text.replaceAll('#', NUMBER), 'gi');

/** Facts that several pages state, with their values in the code. */
const FACTS: Record<string, Fact> = {
  'the default release of Triton': {
    statement:
      /(?:default (?:release|image)[^.|]{0,40}?|runs Triton|image[^|]*\|[^|]*\| Triton) (\d\d\.\d\d)|\b(\d\d\.\d\d)(?=,? (?:by default|is the default))/g,
    values: [TritonImage.defaultRelease().release],
  },
  'the default instance type': {
    statement:
      /(?:default instance type is(?: one)?|by default,? (?:an endpoint runs on |one )|one) (ml\.g\w+\.\w+)\b/gi,
    values: [variant.InstanceType],
  },
  'the interval of the probe': {
    statement: pattern('(?:probe|request)[^.|]{0,80} every # minutes'),
    values: [`${DEFAULT_PROBE_INTERVAL.toMinutes()}`],
  },
  'when the probe sends a request every minute': {
    statement: /every minute during (the baking period|an? (?:update|deployment))/gi,
    values: ['the baking period'], // the status in which `isDue` of lambda/smoke-test/probe-schedule.ts has a fleet that it can test
  },
  'the updates that the alarm of the probe rolls back': {
    statement:
      /(?:alarm (?:also |fires, which can also )rolls? back(?: an)?|`?probe`? only for) ((?:[\w-]+ )*)updates?/gi,
    values: [`${strategiesOfProbe.join(' and ')} `],
  },
  'the default baking period': {
    statement: pattern('(?:baking period|old fleet is kept)[^.|]{0,90}?\\b# minutes(?: more\\b| by default|, unless)'),
    values: [`${deployment.BlueGreenUpdatePolicy.TerminationWaitInSeconds / 60}`],
  },
  'the default latency objective': {
    statement: pattern('p99 (?:latency )?of (?:ModelLatency of )?# second\\b'),
    values: [`${smokeTest.latency.milliseconds / 1000}`],
  },
  'the default latency objective of an asynchronous endpoint': {
    statement: pattern('(?:asynchronous: |p99 latency of 1 second, and )of # minute\\b'),
    values: [
      `${Number(asynchronous('AWS::CloudWatch::Alarm').find(({ AlarmDescription }) => /^ModelLatency/.test(AlarmDescription))?.Threshold) / 60e6}`,
    ],
  },
  'the number of requests of the smoke test': {
    statement: pattern('sends # warm-up requests and # (?:measured )?requests'),
    values: [`${smokeTest.latency.warmup}`, `${smokeTest.latency.requests}`],
  },
  'the time of one build of an engine': {
    statement: pattern('(?:builds?|job) (?:of an engine )?can (?:take|run for)(?: up to)? # (?:of them|minutes)'),
    values: [`${engineMinutes}`],
  },
  'the wait for an engine, and for the responses of an asynchronous smoke test': {
    statement: pattern('(?:smoke test|resource)[^.|]{0,60}waits? (?:for )?(?:up to )?# minutes'),
    values: [`${eventMinutes}`],
  },
  'the default scaling of a real-time endpoint': {
    statement: pattern('(?:real-time: concurrent requests, |scales from )# to # instances(?= on concurrent|\\. Multi)'),
    values: capacity(realtime),
  },
  'the default scaling of a multi-model endpoint': {
    statement: pattern('multi-model: GPU utilization, # to # instances'),
    values: capacity(multiModel),
  },
  'the default scaling of an asynchronous endpoint': {
    statement: pattern('asynchronous: backlog, # to # instances'),
    values: capacity(asynchronous),
  },
  'the default instance count of a multi-model endpoint': {
    statement: pattern('# (?:instances )?on a multi-model endpoint'),
    values: [`${multiModelVariant.InitialInstanceCount}`],
  },
  'the cooldowns': {
    statement: pattern('scale-in cooldown of # seconds and a scale-out cooldown of # seconds'),
    values: [DEFAULT_SCALE_IN_COOLDOWN, DEFAULT_SCALE_OUT_COOLDOWN].map((cooldown) => `${cooldown.toSeconds()}`),
  },
  'the alarms of the text classifier': {
    statement: pattern('has # metric alarms, # composite alarm, # alarms that roll back'),
    values: [
      `${textClassifier('AWS::CloudWatch::Alarm').length - deployment.AutoRollbackConfiguration.Alarms.length}`,
      `${textClassifier('AWS::CloudWatch::CompositeAlarm').length}`,
      `${deployment.AutoRollbackConfiguration.Alarms.length}`,
    ],
    optional: true,
  },
  'the retention of the log': {
    statement: /log[^.|]{0,60}kept for (one month|\d+ days)/g,
    values: [realtime('AWS::Logs::LogGroup')[0].RetentionInDays === 30 ? 'one month' : 'a different time'],
  },
  'the threshold of the alarm on 5XX responses': {
    statement: pattern('more than # % of the requests (?:receive|have|with) a 5XX'),
    values: [`${alarmOn('5XX')?.Threshold}`],
  },
  'the periods of the alarm of the probe': {
    statement: pattern('# failed requests within # minutes'),
    values: [
      `${alarmOn('The probe receives')?.DatapointsToAlarm}`,
      `${alarmOn('The probe receives')?.EvaluationPeriods}`,
    ],
  },
  'the time of the smoke test of a multi-model endpoint': {
    statement: pattern('# minutes for a multi-model endpoint'),
    values: [`${multiModelTest.timeoutSeconds / 60}`],
  },
  'the version of Node.js that a clone requires': {
    statement: /(?:You need|Prerequisites)[^.|]{0,80}Node\.js (\d+\.\d+)/g,
    values: [cloneRequires()],
  },
  'the maximum size of a request': { statement: /([56],\d{3},\d{3}) bytes/g, values: [`${MAX_BODY_BYTES}`] },
  'the time for a response': {
    statement: pattern("(?:SageMaker waits up to|response must be complete within|SageMaker's limit of) # seconds"),
    values: [`${maxRequestSeconds()}`],
  },
  'the time for a stream': {
    statement: pattern('# minutes for a stream'),
    values: [`${maxRequestSeconds({ streaming: true }) / 60}`],
  },
};

const sentences = readSentences();

test.each(Object.entries(FACTS))(
  'each page that states %s states the value in the code',
  (_, { statement, values, optional }) => {
    const statements = sentences.flatMap(({ page, text }) =>
      [...text.matchAll(statement)].map(([match, ...groups]) => ({
        where: `${page}: ${match}`,
        values: groups.filter((group) => group !== undefined).map(asNumber),
      })),
    );
    if (!optional) expect(statements).not.toEqual([]); // otherwise the pattern no longer fits the wording
    expect(statements).toEqual(statements.map(({ where }) => ({ where, values: values.map(asNumber) })));
  },
);

test('the prices of instances are the prices of the library', () => {
  const rows = [
    ...fs
      .readFileSync(path.join(ROOT, 'docs', 'costs.md'), 'utf8')
      .matchAll(/^\| `(ml\.[\w.]+)`[^|]*\| ([\d.]+) \| ([\d.,]+) \|$/gm),
  ];
  expect(rows).not.toEqual([]);
  const perMonth = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  expect(rows.map(([, type, perHour, month]) => [type, Number(perHour), month])).toEqual(
    rows.map(([, type]) => {
      const price = builtInPrice(type) ?? NaN;
      return [type, price, perMonth.format(price * 730)];
    }),
  );
});

test('only one page lists what starts a new fleet', () => {
  expect(DOCS.filter((page) => readPage(page).includes('| change | new fleet |'))).toEqual(['docs/updates.md']);
});

test('the time for the start of an instance contains the measured times', () => {
  const page = readPage('docs/first-deployment.md');
  const [, least, most] = /start of a GPU instance \| (\d+) to (\d+) minutes/.exec(page) ?? [];
  const [, shortest, longest] = /\[\^1\]: (\d+) to (\d+) seconds/.exec(page) ?? [];
  expect([least, most].map(Number)).toEqual([shortest, longest].map((seconds) => Math.round(Number(seconds) / 60)));
});

test('the profiles of the BERT engine contain all inputs that the export declares', () => {
  const [, exported = ''] = /input_names=\[("token_ids"[^\]]*)\]/.exec(readPage('docs/bring-a-model.md')) ?? [];
  const inputs = exported.match(/\w+/g);
  const page = readPage('docs/engines.md');
  const profiles = [...page.matchAll(/(?:profiles: |profiles=)\[\{([^}]*)\}\]|--profile '([^']*)'/g)];
  expect(profiles).toHaveLength(3); // TypeScript, Python and the command
  for (const [, code, option] of profiles)
    expect([...(code ?? option).matchAll(/(\w+)(?:"?: |=)/g)].map(([, name]) => name)).toEqual(inputs);
});

test('each member of a type that a page names exists', () => {
  const api = fs.readFileSync(path.join(ROOT, 'API.md'), 'utf8');
  const types = new Set([...api.matchAll(/^### (\w+) <a /gm)].map(([, type]) => type));
  const members = new Set(
    [...api.matchAll(/id="cdk-sagemaker-triton\.(\w+)\.(?:property\.)?(\w+)"/g)].map(
      ([, type, member]) => `${type}.${member}`,
    ),
  );
  const mentions = ['README.md', 'SECURITY.md', ...DOCS.filter((page) => page !== 'docs/python.md')].flatMap((page) =>
    [...fs.readFileSync(path.join(ROOT, page), 'utf8').matchAll(/`([A-Z]\w+)\.(\w+)(?=[`(])/g)]
      .filter(([, type, member]) => types.has(type) && !members.has(`${type}.${member}`))
      .map(([, type, member]) => `${page}: ${type}.${member}`),
  );
  expect(mentions).toEqual([]);
});

test('sentences contain neither code blocks nor the targets of links', () => {
  expect(
    sentencesOf('A [probe](probe.md#every-9-minutes) asks.[^1] It waits `5` s.\n\n```ts\nwait(9);\n```\n| a | b |'),
  ).toEqual(['A probe asks.', 'It waits 5 s.', '| a | b |']);
});
