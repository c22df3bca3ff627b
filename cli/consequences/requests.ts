import { Consequence } from './consequence';
import { Endpoint, Variant } from './endpoint';

/** What callers send, by the inference type of the server (triton-inference-server/server, docker/sagemaker/serve). */
const REQUESTS: Record<string, string> = {
  infer: 'lists of tensors, with InvokeEndpoint',
  generate: "requests of Triton's generate extension, with InvokeEndpoint",
  generate_stream: "requests of Triton's generate extension, with InvokeEndpointWithResponseStream",
};

/** What callers have to change with the deployment: another inference type has other requests, and other responses. */
export function requestConsequences(before: Endpoint, after: Endpoint): Consequence[] {
  return after.variants
    .filter(({ isShadow }) => !isShadow)
    .flatMap((variant): Consequence[] => {
      const old = before.variants.find(({ name }) => name === variant.name);
      const [from, to] = [old && inferenceTypeOf(old), inferenceTypeOf(variant)];
      if (from === undefined || from === to || !(to in REQUESTS)) return [];
      const sentence =
        `The inference type of variant ${variant.name} changes from ${from} to ${to}: callers must send ${REQUESTS[to]}, and receive responses in a different ` +
        'format. While the deployment shifts the traffic, and after a rollback, requests still reach the old fleet. With a second endpoint under a new name, callers can migrate one by one.';
      return [{ about: 'requests', sentence, facts: { variant: variant.name, before: from, after: to } }];
    });
}

function inferenceTypeOf({ models: [model] }: Variant): string {
  return model?.container.Environment?.SAGEMAKER_TRITON_INFERENCE_TYPE ?? 'infer';
}
