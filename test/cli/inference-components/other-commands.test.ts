import * as fs from 'node:fs';
import * as path from 'node:path';
import { readVariant } from '../../../cli/advise/deployed/from-assembly';
import { adviseFleet } from '../../../cli/advise/model/fleet-advice';
import { preflightCommand } from '../../../cli/preflight';
import { readDeployedEndpoint } from '../../../cli/simulate/deployed-endpoint';
import { traceCommand } from '../../../cli/trace';
import { InstanceGroup, InstanceType } from '../../../lib';
import { classifier } from '../../endpoint/fixtures';
import { provideSimulatedAws } from '../aws-on-loopback';
import { createTemporaryFolder, removeTemporaryFolders } from '../consequences/synthesized';
import { runCommand } from '../run-command';
import { synthesizeComponents, twoComponents } from './fixtures';

afterEach(removeTemporaryFolders);

const synthesize = (props: Parameters<typeof synthesizeComponents>[1] = {}): string =>
  synthesizeComponents(createTemporaryFolder(), props);

test('simulate explains how to simulate a component', () => {
  expect(() => readDeployedEndpoint(synthesize())).toThrow(
    'simulate: the endpoint shared has inference components, whose copies share instances, which is not simulated. To simulate one component, omit --assembly',
  );
});

describe('advise', () => {
  test('reads a component, its objective and the GPUs of a copy', () => {
    const model = classifier({ instanceGroups: [InstanceGroup.gpu({ count: 1 })] });
    const assembly = synthesize({
      instanceType: InstanceType.G5_12XLARGE,
      components: twoComponents({ model, gpuCount: 2 }),
    });
    const variant = readVariant(assembly, undefined, 'classifier');
    expect(variant).toMatchObject({
      endpointName: 'shared',
      variantName: 'classifier',
      isComponent: true,
      objective: { percentile: 99, milliseconds: 1000 },
    });
    expect(variant.models.get('image-classifier')).toMatchObject({ modelInstances: 2 });
  });

  test('requires the name of a component', () => {
    expect(() => readVariant(synthesize())).toThrow(
      'advise: the endpoint shared has 2 inference components; choose one with --variant: classifier, detector',
    );
  });

  test('does not judge the number of copies', () => {
    const variant = readVariant(synthesize(), undefined, 'classifier');
    const [model, simulator] = [variant.models.get('image-classifier'), undefined] as never[];
    expect(adviseFleet(variant, model, simulator, {})).toEqual({
      note: expect.stringMatching(/^The number of copies of an inference component is not judged/),
    });
  });
});

describe('in a simulated account', () => {
  const QUOTA = 'ml.g5.xlarge for endpoint usage';
  /** The number of instances that run; undefined if the endpoint does not exist. */
  let running: number | undefined;
  let deployed: string | undefined;
  let quota: number;
  const metricQueries: unknown[] = [];
  beforeEach(() => ([running, deployed, quota] = [undefined, undefined, 3]));

  provideSimulatedAws(({ operation, input }, response) => {
    const variant = { VariantName: 'AllTraffic', CurrentInstanceCount: running };
    const bodies: Record<string, unknown> = {
      ListEndpoints: { Endpoints: running === undefined ? [] : [{ EndpointName: 'shared' }] },
      DescribeEndpoint: { EndpointStatus: 'InService', EndpointConfigName: 'a', ProductionVariants: [variant] },
      DescribeEndpointConfig: { ProductionVariants: [{ VariantName: 'AllTraffic', InstanceType: 'ml.g5.xlarge' }] },
      ListServiceQuotas: { Quotas: [{ QuotaName: QUOTA, QuotaCode: 'L-1', QuotaArn: 'arn', Value: quota }] },
      ListAWSDefaultServiceQuotas: { Quotas: [] },
      GetMetricData: { MetricDataResults: [] },
    };
    if (operation === 'GetMetricData') metricQueries.push(input.MetricDataQueries);
    if (operation in bodies) response.end(JSON.stringify(bodies[operation]));
    else if (deployed === undefined)
      response
        .writeHead(400)
        .end(
          '<ErrorResponse><Error><Code>ValidationError</Code><Message>does not exist</Message></Error></ErrorResponse>',
        );
    else
      response.end(
        `<GetTemplateResponse><GetTemplateResult><TemplateBody>${deployed.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</TemplateBody></GetTemplateResult></GetTemplateResponse>`,
      );
  });

  const preflight = async (assembly: string): Promise<[status: unknown, output: string]> => {
    const { stdout, status } = await runCommand(preflightCommand(), [assembly]);
    return [status, stdout];
  };

  test('preflight requires the maximum of the fleet', async () => {
    expect(await preflight(synthesize({ maxInstanceCount: 3 }))).toEqual([
      0,
      expect.stringContaining(`- ok: The quota "${QUOTA}" is 3; the deployment needs 3.`),
    ]);
    expect((await preflight(synthesize({ maxInstanceCount: 4 })))[0]).toBe(1);
  });

  test('preflight requires the maximum, although only a component changes', async () => {
    [running, quota] = [2, 2];
    deployed = fs.readFileSync(path.join(synthesize({ maxInstanceCount: 3 }), 'Serving.template.json'), 'utf8');
    const components = twoComponents({ model: classifier({ maxBatchSize: 8 }) });
    const [status, output] = await preflight(synthesize({ maxInstanceCount: 3, components }));
    expect(output).toContain('is 2; the deployment needs 3.');
    expect(status).toBe(1);
  });

  test('preflight requires both fleets if the endpoint is updated, because SageMaker might start a new fleet', async () => {
    [running, quota] = [2, 9];
    deployed = fs.readFileSync(path.join(synthesize({ maxInstanceCount: 3 }), 'Serving.template.json'), 'utf8');
    expect((await preflight(synthesize({ maxInstanceCount: 4 })))[1]).toContain('is 9; the deployment needs 6.');
  });

  test('trace fetch reads the requests of a component', async () => {
    const args = ['fetch', '--endpoint=shared', '--inference-component=shared-classifier', '--out=trace.csv'];
    const { stderr } = await runCommand(traceCommand(), args);
    expect(stderr).toContain(
      'CloudWatch has no invocations of the inference component shared-classifier of the endpoint shared in the last 7 days: check --endpoint, --inference-component and the Region',
    );
    expect(JSON.stringify(metricQueries)).toContain(
      '"Dimensions":[{"Name":"InferenceComponentName","Value":"shared-classifier"}]',
    );
  });
});
