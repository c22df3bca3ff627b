import { isDeepStrictEqual } from 'util';
import { deviceCountOf } from '../../../lib/capacity/sizing/device-count';
import { TemplateVariant } from '../../assembly/endpoints';
import { modelConfigsOf } from '../../assembly/model-configs';
import { Deployment } from '../../assembly/publications';
import { routingOf } from '../../assembly/routing';
import { selectEndpoint } from '../../assembly/select-endpoint';
import { resourcesOfType } from '../../assembly/template';
import { formatCount } from '../../output/words';
import { ConfiguredModel, configuredModel } from './configured-model';
import { DeployedVariant, Objective } from './deployment';

/** A variant of an endpoint of an assembly. */
export interface AssemblyVariant extends DeployedVariant {
  readonly endpointName: string;
  readonly variantName: string;
}

/**
 * Reads a variant of an endpoint of a cloud assembly.
 *
 * @param endpointName name, construct path or logical ID of the endpoint. Optional if there is only one endpoint
 * @param variantName optional if there is only one production variant
 * @throws if there is not exactly one such endpoint and variant
 */
export function readVariant(assembly: string, endpointName?: string, variantName?: string): AssemblyVariant {
  const { endpoint, deployment } = selectEndpoint('advise', assembly, endpointName);
  const variant = selectVariant(endpoint.name, endpoint.variants, variantName);
  return {
    endpointName: endpoint.name,
    variantName: variant.name,
    models: modelsOf(variant, deployment),
    routingStrategy: routingOf(variant),
    objective: objectiveOf(endpoint.name, variant, deployment),
    isComponent: variant.component !== undefined,
    isScaled: variant.scaling !== undefined,
  };
}

/** The models of a variant. Metrics do not show which instance pool executed a request, so models of different pools are not simulated. */
function modelsOf(variant: TemplateVariant, deployment: Deployment): Map<string, ConfiguredModel> {
  const models = new Map<string, ConfiguredModel>();
  const [devices = 1, ...others] = new Set(
    variant.component ? [variant.component.reservation.gpus || 1] : variant.instanceTypes.map(deviceCountOf),
  );
  for (const { model, config } of modelConfigsOf(variant, deployment)) {
    const configured = configuredModel(model, config, devices);
    const isSame = others.length === 0 && isDeepStrictEqual(configured, models.get(model) ?? configured);
    models.set(model, isSame ? configured : { ...configured, unsimulated: DIFFERENT_POOLS });
  }
  return models;
}

const DIFFERENT_POOLS = 'instance pools that differ in the number of GPUs or in the configuration';

function selectVariant(endpointName: string, all: TemplateVariant[], name?: string): TemplateVariant {
  const variants = all.filter(({ isShadow }) => !isShadow);
  const hasComponents = variants.some(({ component }) => component !== undefined);
  const names = variants.map((variant) => variant.name).join(', ');
  const selected = variants.filter((variant) => name === undefined || variant.name === name);
  if (selected.length === 1) return selected[0];
  throw new Error(
    name === undefined
      ? `advise: the endpoint ${endpointName} has ${formatCount(variants.length, hasComponents ? 'inference component' : 'production variant')}; choose one with --variant: ${names}`
      : `advise: --variant: got ${name}; allowed: one of ${names}`,
  );
}

const MICROSECONDS = 1000;

/** The latency objective of a variant or component, which the template contains as the alarm on ModelLatency. */
function objectiveOf(
  endpointName: string,
  { name, component }: TemplateVariant,
  { template }: Deployment,
): Objective | undefined {
  const dimensions: Record<string, string> = component
    ? { InferenceComponentName: component.inferenceComponentName }
    : { EndpointName: endpointName, VariantName: name };
  const alarms = resourcesOfType(template, 'AWS::CloudWatch::Alarm').map(({ properties }) => properties);
  for (const { MetricName, Dimensions, ExtendedStatistic, Threshold } of alarms) {
    if (MetricName !== 'ModelLatency' || !isOf(Dimensions, dimensions)) continue;
    const percentile = Number(String(ExtendedStatistic).replace('p', ''));
    const milliseconds = Number(Threshold) / MICROSECONDS;
    if (percentile > 0 && milliseconds > 0) return { percentile, milliseconds };
  }
  return undefined;
}

/** Whether the dimensions of an alarm are exactly these. */
function isOf(dimensions: unknown, expected: Record<string, string>): boolean {
  const actual = Array.isArray(dimensions) ? (dimensions as { Name?: unknown; Value?: unknown }[]) : [];
  return (
    actual.length === Object.keys(expected).length &&
    actual.every(({ Name, Value }) => expected[String(Name)] === String(Value))
  );
}
