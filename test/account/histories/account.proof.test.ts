import { StackTemplate } from '../iam/example-templates';
import { policyFindings } from '../iam/policy-findings';
import { simulate } from '../simulation';
import { Properties, Template } from '../cloudformation/template';
import { Life } from './life';
import { VERSIONS, Version, versionOf } from './versions';

/** Metrics that alarms may name before anybody has published them. */
const LATER = [
  // Metric filters publish when they find a line.
  /^TritonOnSageMaker\/\S+ (OutOfMemoryLines|LoadFailureLines)/,
  // The user's own, which scales by steps.
  /^Work Waiting/,
];

interface Metric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: { readonly Name: string; readonly Value: string }[];
}

/** The metrics that the alarms of a template evaluate. */
function metricsOf(properties: Properties): Metric[] {
  const { Metrics } = properties as { Metrics?: { MetricStat?: { Metric: Metric } }[] };
  if (!Metrics) return [properties as unknown as Metric];
  return Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []));
}

function alarmsOf({ Resources }: Template): string[] {
  return Object.keys(Resources).filter((id) => Resources[id].Type === 'AWS::CloudWatch::Alarm');
}

/** What the alarms of a version wait for and nobody publishes, a quarter of an hour after the deployment. */
async function unpublished(version: Version): Promise<string[]> {
  const { template } = versionOf(version);
  return simulate({ seed: 1 }, async (aws) => {
    const { status, resources } = await new Life(aws).deploy(version);
    expect(status).toBe('CREATE_COMPLETE');
    await aws.account.sleep(15 * 60_000);
    const published = aws.cloudwatch.metrics
      .published()
      .map(
        ({ namespace, name, dimensions }) =>
          `${namespace} ${name} ${JSON.stringify(Object.entries(dimensions).sort())}`,
      );
    const named = alarmsOf(template)
      .flatMap((id) => metricsOf(resources.get(id)?.properties ?? {}))
      .map(({ Namespace, MetricName, Dimensions = [] }) => {
        const dimensions = Dimensions.map(({ Name, Value }) => [Name, Value]).sort();
        return `${Namespace} ${MetricName} ${JSON.stringify(dimensions)}`;
      });
    return [...new Set(named)].filter(
      (metric) => !published.includes(metric) && !LATER.some((each) => each.test(metric)),
    );
  });
}

describe.each([...VERSIONS.realtime, ...VERSIONS['multi-model']])('version "%s"', (version) => {
  test('all metrics of its alarms are published, those of the GPU excepted', async () => {
    expect((await unpublished(version)).filter((metric) => !metric.includes(' GPUUtilization '))).toEqual([]);
  });
});

test.each(Object.values(VERSIONS).flat())(
  'policies of version "%s" have only condition keys that requests carry',
  async (version) => {
    const { template } = versionOf(version);
    expect(await policyFindings('App', template as unknown as StackTemplate)).toEqual([]);
  },
);

test('the metrics of the GPU are published', async () => {
  expect(await unpublished('plain')).toEqual([]);
});

test('one app can be deployed twice in an account, under two stack names', async () => {
  for (const stackName of ['App', 'Other']) versionOf('plain', stackName);
  await simulate({ seed: 1 }, async (aws) => {
    for (const stackName of ['App', 'Other']) {
      expect((await new Life(aws, stackName).deploy('plain')).status).toBe('CREATE_COMPLETE');
    }
  });
});
