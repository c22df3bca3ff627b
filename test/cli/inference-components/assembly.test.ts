import * as fs from 'node:fs';
import * as path from 'node:path';
import { endpointsOf, TemplateEndpoint } from '../../../cli/assembly/endpoints';
import { Template } from '../../../cli/assembly/intrinsics';
import { routingOf } from '../../../cli/assembly/routing';
import { parseTemplate } from '../../../cli/assembly/template';
import { readLocalAssembly } from '../../../cli/local/local-variants';
import { InstanceType, RoutingStrategy, Scaling } from '../../../lib';
import { createTemporaryFolder, removeTemporaryFolders } from '../consequences/synthesized';
import { synthesizeComponents, twoComponents } from './fixtures';
import { componentsTemplate } from './templates';

afterEach(removeTemporaryFolders);

function endpointOf(template: Template): TemplateEndpoint {
  const [endpoint] = endpointsOf(template);
  return endpoint;
}

function synthesizedEndpoint(...args: Parameters<typeof twoComponents>): TemplateEndpoint {
  const folder = synthesizeComponents(createTemporaryFolder(), { components: twoComponents(...args) });
  const [endpoint] = endpointsOf(
    parseTemplate(fs.readFileSync(path.join(folder, 'Serving.template.json'), 'utf8'), 'template'),
  );
  return endpoint;
}

test('the components of a synthesized endpoint are its variants, and the variant without a model has the instances', () => {
  const scaling = Scaling.concurrentRequestsPerCopy({ minCapacity: 1, maxCapacity: 3, requestsPerCopy: 4 });
  const { variants, hosts, hasComponents } = synthesizedEndpoint({ copyCount: 2, scaling });
  expect(hasComponents).toBe(true);
  expect(variants).toMatchObject([
    {
      name: 'classifier',
      count: 2, // although the update of a component that scales keeps the current number of copies
      instanceTypes: ['ml.g5.xlarge'],
      scaling: { minimum: 1, maximum: 3 },
      component: {
        inferenceComponentName: 'shared-classifier',
        reservation: { gpus: 1, cpuCores: 0, memoryMib: 1024 },
        deploymentConfig: { RollingUpdatePolicy: { MaximumBatchSize: { Type: 'CAPACITY_PERCENT', Value: 50 } } },
      },
      models: [{ container: { Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'image-classifier' } } }],
    },
    { name: 'detector', count: 1, scaling: undefined },
  ]);
  expect(hosts).toMatchObject([{ name: 'AllTraffic', count: 2, scaling: { minimum: 2, maximum: 6 }, models: [] }]);
  expect(routingOf(variants[0])).toBe(RoutingStrategy.LEAST_OUTSTANDING_REQUESTS);
});

test('local serves each component with its own smoke test', () => {
  const assembly = readLocalAssembly(
    synthesizeComponents(createTemporaryFolder(), {
      instanceType: InstanceType.G5_XLARGE,
      components: twoComponents({ gpuCount: 0, cpuCores: 1 }),
    }),
  );
  expect(assembly.variants).toMatchObject([
    { variantName: 'classifier', inferenceComponentName: 'shared-classifier', onCpu: true },
    { variantName: 'detector', inferenceComponentName: 'shared-detector', onCpu: false },
  ]);
  const testedComponents = assembly.variants.map(
    ({ smokeTest }) => (JSON.parse(String(smokeTest?.Spec)) as { inferenceComponent: string }).inferenceComponent,
  );
  expect(testedComponents).toEqual(['shared-classifier', 'shared-detector']);
});

test('a component can have any name, and a container instead of a model', () => {
  const Specification = { Container: { Image: 'triton', ArtifactUrl: 's3://models/a.tar.gz' } };
  const { variants } = endpointOf(
    componentsTemplate({
      components: { a: { properties: { InferenceComponentName: 'image-model', Specification } } },
    }),
  );
  expect(variants).toMatchObject([
    { name: 'image-model', models: [{ container: { Image: 'triton' }, dataUri: 's3://models/a.tar.gz' }] },
  ]);
});

test('a variant whose model is known only during deployment is no host of components', () => {
  const { hasComponents } = endpointOf({
    Resources: {
      Config: {
        Type: 'AWS::SageMaker::EndpointConfig',
        Properties: { ProductionVariants: [{ VariantName: 'A', ModelName: { 'Fn::ImportValue': 'Model' } }] },
      },
      Endpoint: {
        Type: 'AWS::SageMaker::Endpoint',
        Properties: { EndpointName: 'a', EndpointConfigName: { 'Fn::GetAtt': ['Config', 'EndpointConfigName'] } },
      },
    },
  });
  expect(hasComponents).toBe(false);
});

test('a name that is not a valid name is rejected, because it becomes part of the name of a file', () => {
  const folder = synthesizeComponents(createTemporaryFolder());
  const file = path.join(folder, 'Serving.template.json');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('shared-classifier', 'shared-../../x'));
  expect(() => readLocalAssembly(folder)).toThrow(
    'got the inference component name "shared-../../x"; allowed: letters, digits and hyphens',
  );
});
