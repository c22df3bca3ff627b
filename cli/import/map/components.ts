import { InstanceType } from '../../../lib/platform';
import {
  call,
  create,
  Expression,
  flag,
  list,
  number,
  Properties,
  SCOPE,
  seconds,
  struct,
  text,
} from '../code/expression';
import { Fields } from '../fields';
import { listUnsupported, mapManagedScaling } from './component-fleet';
import { checkState, deletionOf, ignoreState, isAdapter, listAdapter } from './component-state';
import { mapPlacement, mapRollingUpdate } from './component-update';
import { instanceTypeOf } from './image';
import { MappedEndpoint, MappingInput } from './input';
import { MappedModel, mapModel, modelExpression } from './model';
import { mapNetwork } from './network';
import { mapScaling, targetOptions } from './scaling';
import { instanceTypesOf, mapInstanceSettings, mapRouting, VariantFields } from './variant';

/** Maps an endpoint with inference components. Its components are new ones beside the existing ones, which have other names. */
export function mapComponents(input: MappingInput, variants: VariantFields[], common: Properties): MappedEndpoint {
  const { config, subnets } = input.fields;
  const adapters = input.fields.components.filter(isAdapter);
  for (const adapter of adapters) listAdapter(adapter);
  const components = input.fields.components.filter((component) => !isAdapter(component));
  const [variant, ...others] = variants;
  if (others.length > 0)
    config.fail('ProductionVariants', 'one variant: the library has inference components on one variant only');
  if (input.fields.components.length === 0)
    throw new Error(
      "the endpoint has neither models nor inference components: pass the outputs of 'aws sagemaker describe-model' or 'describe-inference-component' with --description, or keep the endpoint as it is",
    );
  variant.config.ignore('VariantName', 'InitialVariantWeight');
  variant.state?.ignore('DesiredWeight');
  const role = config.text('ExecutionRoleArn');
  const [instanceType] = instanceTypesOf(variant);
  const mapped = components.map((component) => mapComponent(input, component, instanceType));
  const { volumeSize, inferenceAmi } = mapInstanceSettings(variant);
  listUnsupported(input.fields, variant);
  return {
    construct: create('TritonInferenceComponents', [SCOPE, text('Endpoint')], {
      endpointName: common.endpointName,
      instanceType: instanceTypeOf(instanceType),
      ...mapManagedScaling(variant),
      components: list(mapped.map(({ options }) => options)),
      ...{ inferenceAmi, volumeSize },
      routingStrategy: mapRouting(variant, 'LEAST_OUTSTANDING_REQUESTS'),
      role: role === undefined ? undefined : input.context.role(role),
      ...mapNetwork(config, subnets, input.context),
      encryptionKey: common.encryptionKey,
      monitoring: common.monitoring,
    }),
    after: [...adapters.map(deletionOf), ...mapped.flatMap(({ after }) => after)],
  };
}

function mapComponent(
  input: MappingInput,
  component: Fields,
  instanceType: string,
): { options: Expression; after: string[] } {
  const { fields, description, configurations, context } = input;
  checkState(component);
  ignoreState(component);
  const name = component.requiredName('InferenceComponentName');
  const specification = component.object('Specification');
  if (!specification) return component.fail('Specification', 'a model and its reservation');
  const model = modelOf(input, specification, instanceType);
  const runtime = component.object('RuntimeConfig');
  runtime?.ignore('CurrentCopyCount', 'PlacementStatus');
  const { scaling, count } = mapScaling(fields.scaling, {
    resourceId: `inference-component/${name}`,
    count: Math.max(1, runtime?.number('DesiredCopyCount') ?? runtime?.number('CurrentCopyCount') ?? 1),
  });
  const componentName = newNameOf(name, input);
  context.notes.push({
    setting: `DescribeInferenceComponent ${name}: InferenceComponentName`,
    value: name,
    why: `the library names a component after its endpoint, and the app has a new endpoint`,
    advice: `send requests to the component <endpointName>-${componentName}, with the \`endpointName\` of the app`,
  });
  const startup = specification.object('StartupParameters');
  const [download, health] = [
    startup?.number('ModelDataDownloadTimeoutInSeconds'),
    startup?.number('ContainerStartupHealthCheckTimeoutInSeconds'),
  ];
  const options: Properties = {
    componentName: text(componentName),
    model: modelExpression(model, configurations, description.versions, context),
    ...mapReservation(specification, instanceType),
    copyCount: count === 1 ? undefined : number(count),
    scaling,
    image: model.image,
    server: model.server,
    modelDataDownloadTimeout: download === undefined ? undefined : seconds(download),
    containerStartupHealthCheckTimeout: health === undefined ? undefined : seconds(health),
    placement: mapPlacement(specification),
    dataCache: specification.object('DataCacheConfig')?.flag('EnableCaching') ? undefined : flag(false),
    rollingUpdate: mapRollingUpdate(component),
  };
  const resourceId = `inference-component/${name}`;
  const isScaled = fields.scaling.targets.some((target) => target.text('ResourceId') === resourceId);
  const deregister = `aws application-autoscaling deregister-scalable-target ${targetOptions(resourceId)}`;
  const after = [...(isScaled ? [deregister] : []), deletionOf(component)];
  return { options: struct('InferenceComponentOptions', options), after };
}

/** The model of a component: a SageMaker model, or a container in the component itself. */
function modelOf({ fields, context }: MappingInput, specification: Fields, instanceType: string): MappedModel {
  const name = specification.text('ModelName');
  if (name !== undefined) {
    const model = fields.models.find((each) => each.text('ModelName') === name);
    if (model) {
      listNetworkOf(model, fields.config);
      return mapModel(model, fields.packages, [instanceType], context);
    }
    return specification.fail(
      'ModelName',
      `a model whose description is known: pass the output of 'aws sagemaker describe-model --model-name ${name}' with --description`,
    );
  }
  const container = specification.object('Container');
  const image = container?.object('DeployedImage');
  image?.ignore('ResolvedImage', 'ResolutionTime');
  const model = {
    PrimaryContainer: {
      Image: image?.text('SpecifiedImage'),
      ModelDataUrl: container?.text('ArtifactUrl'),
      Environment: container?.read('Environment'),
    },
  };
  return mapModel(
    new Fields(`${specification.place}.Container`, model, context.notes),
    fields.packages,
    [instanceType],
    context,
  );
}

/** The components of the app have the role and the network of the endpoint configuration. A SageMaker model can name its own. */
function listNetworkOf(model: Fields, config: Fields): void {
  model.ignoreCopies(config, 'ExecutionRoleArn', 'VpcConfig', 'EnableNetworkIsolation');
  const names = model.flag('EnableNetworkIsolation') ? ['EnableNetworkIsolation'] : [];
  for (const name of ['ExecutionRoleArn', 'VpcConfig', ...names].filter((each) => !model.hasCopy(config, each)))
    model.list(
      name,
      'the components of the library have the role and the network of the endpoint configuration',
      'check that the model works with them',
    );
}

/** A name so that SageMaker's name of the new component differs from all existing components. */
function newNameOf(existing: string, { fields, context }: MappingInput): string {
  const names = fields.components.map((each) => each.requiredName('InferenceComponentName'));
  const prefix = `${context.endpointName}-`;
  const base = (existing.startsWith(prefix) ? existing.slice(prefix.length) : existing)
    .slice(0, 63 - prefix.length)
    .replace(/(?<!-)-+$/, '');
  const isFree = (name: string): boolean => !names.includes(`${prefix}${name}`);
  if (isFree(base)) return base;
  for (let index = 2; ; index++) {
    const suffix = `-${index}`;
    const candidate = `${base.slice(0, 63 - prefix.length - suffix.length)}${suffix}`;
    if (isFree(candidate)) return candidate;
  }
}

/** The GPUs, vCPUs and memory of a copy, unless they are the defaults of the library. */
function mapReservation(specification: Fields, instanceType: string): Properties {
  const reservation = specification.object('ComputeResourceRequirements');
  const gpus = reservation?.number('NumberOfAcceleratorDevicesRequired') ?? 0;
  const cpus = reservation?.number('NumberOfCpuCoresRequired');
  const minimum = reservation?.number('MinMemoryRequiredInMb');
  const maximum = reservation?.number('MaxMemoryRequiredInMb');
  const mebibytes = (value: number): Expression => call('Size.mebibytes', [number(value)]);
  const hasGpus = (InstanceType.of(instanceType).gpuCount ?? 0) > 0;
  return {
    gpuCount: gpus === (hasGpus ? 1 : 0) ? undefined : number(gpus),
    cpuCores: cpus === undefined || (gpus === 0 && cpus === 1) ? undefined : number(cpus),
    minMemory: minimum === undefined || minimum === 1024 ? undefined : mebibytes(minimum),
    maxMemory: maximum === undefined ? undefined : mebibytes(maximum),
  };
}
