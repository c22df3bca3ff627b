import { isDeepStrictEqual } from 'node:util';
import type { Examples } from '../../lib/contracts/smoke-test-properties';
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
      const sentence =
        `The inference type of variant ${variant.name} changes from ${from} to ${to}: callers must send ${REQUEST_FORMATS[to]}, and receive responses in a different ` +
        'format. While the deployment shifts the traffic, and after a rollback, requests still reach the old fleet. With a second endpoint under a new name, callers can migrate one by one.';
      return [{ about: 'requests', sentence, facts: { variant: variant.name, before: from, after: to } }];
    });
}

function inferenceTypeOf({ models: [model] }: TemplateVariant): string {
  return model?.container.Environment?.SAGEMAKER_TRITON_INFERENCE_TYPE ?? 'infer';
}

/** Describes the effects of changed example responses on callers and on the probe, which regularly sends the examples to the endpoint. */
export function responseConsequences(before: DeployedEndpoint, after: DeployedEndpoint): Consequence[] {
  const [oldExamples, newExamples] = [examplesOf(before), examplesOf(after)];
  if (!oldExamples || !newExamples) return [];
  const models = Object.keys(newExamples).filter((model) => changesResponse(oldExamples[model], newExamples[model]));
  if (models.length === 0) return [];
  const { endpoint, deployment } = after;
  const probeFires = sendsToBothFleets(strategyOf(endpoint).kind) && hasProbeAlarm(endpoint, deployment.template);
  const sentence =
    `The expected responses of the examples change for ${models.join(', ')}: until all traffic has shifted, and after a rollback, callers receive responses of the ` +
    `old version.${probeFires ? PROBE_ALARM_FIRES : ''}`;
  return [{ about: 'requests', sentence, facts: { models } }];
}

/** The examples of the smoke test, by model name; undefined if the assembly does not contain them. */
function examplesOf({ endpoint, deployment: { template, assets } }: DeployedEndpoint): Examples | undefined {
  for (const { ExamplesBucket, ExamplesKey } of smokeTestsOf(endpoint, template)) {
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
