import { StackTemplate } from '../iam/example-templates';
import { policyFindings } from '../iam/policy-findings';
import { simulate } from '../simulation';
import { Properties, Template } from '../cloudformation/template';
import { Deployer } from './deployer';
import { VERSIONS, NamedVersion, synthesizedVersion } from './versions';
import { sample, SEED } from '../../setup/proof';

/** Metrics that alarms evaluate, but that are not published soon after a deployment. */
const PUBLISHED_LATER = [
  // Metric filters publish a metric only when a log line matches.
  /^TritonOnSageMaker\/\S+ (OutOfMemoryLines|LoadFailureLines)/,
  // A user would publish this metric, which step scaling uses.
  /^Work Waiting/,
];

interface Metric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: { readonly Name: string; readonly Value: string }[];
}

/** The metrics that an alarm with these properties evaluates. */
function metricsOf(properties: Properties): Metric[] {
  const { Metrics } = properties as { Metrics?: { MetricStat?: { Metric: Metric } }[] };
  if (!Metrics) return [properties as unknown as Metric];
  return Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []));
}

function alarmIdsOf({ Resources }: Template): string[] {
  return Object.keys(Resources).filter((id) => Resources[id].Type === 'AWS::CloudWatch::Alarm');
}

/** Deploys a version. Returns the metrics that its alarms evaluate, but that are not published 15 minutes later. */
async function unpublishedMetrics(version: NamedVersion): Promise<string[]> {
  const { template } = synthesizedVersion(version);
  return simulate({ seed: SEED }, async (aws) => {
    const { status, resources } = await new Deployer(aws).deploy(version);
    expect(status).toBe('CREATE_COMPLETE');
    await aws.account.sleep(15 * 60_000);
    const published = aws.cloudwatch.metrics
      .publishedMetrics()
      .map(
        ({ namespace, name, dimensions }) =>
          `${namespace} ${name} ${JSON.stringify(Object.entries(dimensions).sort())}`,
      );
    const alarmMetrics = alarmIdsOf(template)
      .flatMap((id) => metricsOf(resources.get(id)?.properties ?? {}))
      .map(({ Namespace, MetricName, Dimensions = [] }) => {
        const dimensions = Dimensions.map(({ Name, Value }) => [Name, Value]).sort();
        return `${Namespace} ${MetricName} ${JSON.stringify(dimensions)}`;
      });
    return [...new Set(alarmMetrics)].filter(
      (metric) => !published.includes(metric) && !PUBLISHED_LATER.some((pattern) => pattern.test(metric)),
    );
  });
}

describe.each(sample([...VERSIONS.realtime, ...VERSIONS['multi-model']], 5))('version "%s"', (version) => {
  test('all metrics of its alarms except GPU metrics are published', async () => {
    expect((await unpublishedMetrics(version)).filter((metric) => !metric.includes(' GPUUtilization '))).toEqual([]);
  });
});

test.each(sample(Object.values(VERSIONS).flat(), 5))(
  'the policies of version "%s" match the authorization reference',
  async (version) => {
    const { template } = synthesizedVersion(version);
    expect(await policyFindings('App', template as unknown as StackTemplate)).toEqual([]);
  },
);

test('all metrics of the alarms of version "plain", including GPU metrics, are published', async () => {
  expect(await unpublishedMetrics('plain')).toEqual([]);
});

test('an app can be deployed twice in an account, with two stack names', async () => {
  for (const stackName of ['App', 'Other']) synthesizedVersion('plain', stackName);
  await simulate({ seed: SEED }, async (aws) => {
    for (const stackName of ['App', 'Other']) {
      expect((await new Deployer(aws, stackName).deploy('plain')).status).toBe('CREATE_COMPLETE');
    }
  });
});
