import { isDeepStrictEqual } from 'node:util';
import type { Examples, TestSpec } from '../../lib/contracts/smoke-test-properties';
import { smokeTestsOf, TemplateVariant } from '../assembly/endpoints';
import { examples } from '../assembly/resource-shapes';
import { parseJson, Shape } from '../input/shape';
import { Consequence, DeployedEndpoint } from './consequence';
import { hasProbeAlarm } from './rollback-alarms';
import { sendsToBothFleets, strategyOf } from './update-strategy';

/** The request format of each inference type of the server (triton-inference-server/server, docker/sagemaker/serve). */
const REQUEST_FORMATS: Record<string, string> = {
  infer: 'lists of tensors, with InvokeEndpoint',
  generate: "requests of Triton's generate extension, with InvokeEndpoint",
  generate_stream: "requests of Triton's generate extension, with InvokeEndpointWithResponseStream",
};

const PROBE_ALARM_FIRES =
  ' During the update, the probe compares the responses of both fleets with the new expected responses, so its alarm for operators fires; with UpdateStrategy.allAtOnce it does not.';

/** Describes what callers must change if the inference type changes. */
export function requestConsequences(
  { endpoint: before }: DeployedEndpoint,
  { endpoint: after }: DeployedEndpoint,
): Consequence[] {
  return after.variants
    .filter(({ isShadow }) => !isShadow)
    .flatMap((variant): Consequence[] => {
      const oldVariant = before.variants.find(({ name }) => name === variant.name);
      const [from, to] = [oldVariant && inferenceTypeOf(oldVariant), inferenceTypeOf(variant)];
      if (from === undefined || from === to || !(to in REQUEST_FORMATS)) return [];
      const [kind, until, unit] = variant.component
        ? [
            'component',
            'While the copies are replaced, and after a rollback, requests still reach old copies',
            'component',
          ]
        : [
            'variant',
            'While the deployment shifts the traffic, and after a rollback, requests still reach the old fleet',
            'endpoint',
          ];
      const sentence =
        `The inference type of ${kind} ${variant.name} changes from ${from} to ${to}: callers must send ${REQUEST_FORMATS[to]}, and receive responses in a different ` +
        `format. ${until}. With a second ${unit} under a new name, callers can migrate one by one.`;
      return [{ about: 'requests', sentence, facts: { variant: variant.name, before: from, after: to } }];
    });
}

function inferenceTypeOf({ models: [model] }: TemplateVariant): string {
  return model?.container.Environment?.SAGEMAKER_TRITON_INFERENCE_TYPE ?? 'infer';
}

/** Describes the effects of changed example responses on callers and on the probe, which regularly sends the examples to the endpoint. */
export function responseConsequences(before: DeployedEndpoint, after: DeployedEndpoint): Consequence[] {
  const components = after.endpoint.variants.flatMap(({ component }) => component?.inferenceComponentName ?? []);
  return after.endpoint.hasComponents
    ? components.flatMap((name) => changedResponses(before, after, name))
    : changedResponses(before, after);
}

/** @param component the name of an inference component in SageMaker; undefined for an endpoint that hosts its models itself */
function changedResponses(before: DeployedEndpoint, after: DeployedEndpoint, component?: string): Consequence[] {
  const [oldExamples, newExamples] = [examplesOf(before, component), examplesOf(after, component)];
  if (!oldExamples || !newExamples) return [];
  const models = Object.keys(newExamples).filter((model) => changesResponse(oldExamples[model], newExamples[model]));
  if (models.length === 0) return [];
  const { endpoint, deployment } = after;
  const probeFires = sendsToBothFleets(strategyOf(endpoint).kind) && hasProbeAlarm(endpoint, deployment.template);
  const [place, end] = component
    ? [` of inference component ${component}`, 'all copies are replaced']
    : ['', 'all traffic has shifted'];
  const sentence =
    `The expected responses of the examples change for ${models.join(', ')}${place}: until ${end}, and after a rollback, callers receive responses of the ` +
    `old version.${probeFires ? PROBE_ALARM_FIRES : ''}`;
  return [{ about: 'requests', sentence, facts: { models } }];
}

/** The examples of the smoke test, by model name; undefined if the assembly does not contain them. */
function examplesOf(
  { endpoint, deployment: { template, assets } }: DeployedEndpoint,
  component?: string,
): Examples | undefined {
  for (const { ExamplesBucket, ExamplesKey, Spec } of smokeTestsOf(endpoint, template)) {
    if ((JSON.parse(String(Spec)) as TestSpec).inferenceComponent !== component) continue;
    const key = `${String(ExamplesBucket)}/${String(ExamplesKey)}`;
    const content = assets.read(key);
    if (content !== undefined) return parseJson(content.toString(), key, examples as Shape<unknown> as Shape<Examples>);
  }
  return undefined;
}

/** Whether an example has the same request, but a different expected response. */
function changesResponse(before: Examples[string] = [], after: Examples[string] = []): boolean {
  return after.some(({ request, response }) => {
    const oldExample = before.find((each) => isDeepStrictEqual(each.request, request));
    return oldExample !== undefined && !isDeepStrictEqual(oldExample.response, response);
  });
}
