import { AwsError, sageMakerWithRole } from '../call';
import { containersOf } from './inputs';
import { locationOf } from './model-data';
import { servingEndpointOf } from './requests';
import { hostsComponents, servedModel, servingVariantOf } from './variants';
import type { SageMakerState, Variant } from './state';
import { trafficShares } from './traffic';
import { invokeComponent } from './inference-components/invoke';

/** InvokeEndpoint. Selects a variant at random, in proportion to the shares of the traffic. */
export async function invokeEndpoint(state: SageMakerState, input: Record<string, unknown>): Promise<object> {
  const { account, hooks } = state;
  const { EndpointName, TargetVariant, TargetModel, ContentType, Body } = input;
  const endpoint = servingEndpointOf(state, String(EndpointName));
  if (hostsComponents(endpoint.fleet)) return invokeComponent(state, endpoint, input);
  if (input.InferenceComponentName !== undefined)
    throw new AwsError(
      'ValidationError',
      'Inference Component Name header is not allowed for endpoints to which you dont plan to deploy inference components. Please remove the Inference Component Name header and try again.',
    );
  const shares = trafficShares(endpoint).filter(
    ({ variant, share }) => !variant.isShadow && share > 0 && variant.instances.length > 0,
  );
  const candidates = TargetVariant ? shares.filter(({ variant }) => variant.name === TargetVariant) : shares;
  if (candidates.length === 0)
    throw TargetVariant
      ? new AwsError('ValidationError', `Variant ${TargetVariant} of the endpoint ${EndpointName} not found.`)
      : new AwsError('ServiceUnavailable', 'The endpoint has no instance in service.', 503);
  const total = candidates.reduce((sum, { share }) => sum + share, 0);
  let remaining = account.random() * total;
  const selected = candidates.find(({ share }) => (remaining -= share) < 0) ?? candidates[candidates.length - 1];
  const { fleet, variant } = selected;
  const isMultiModel = containersOf(servedModel(variant).input).some(({ Mode }) => Mode === 'MultiModel');
  if (isMultiModel !== Boolean(TargetModel))
    throw new AwsError(
      'ValidationError',
      isMultiModel
        ? 'TargetModel is required to invoke a multi-model endpoint.'
        : 'TargetModel is only supported by multi-model endpoints.',
    );
  if (isMultiModel) await loadModel(state, variant, TargetModel as string);
  const response = await hooks.invoke({
    ...servingVariantOf(fleet, variant),
    ...(TargetModel ? { targetModel: TargetModel as string } : {}),
    contentType: ContentType as string | undefined,
    body: Body,
    input,
  });
  return { InvokedProductionVariant: variant.name, ...response };
}

/** InvokeEndpointWithResponseStream. Returns the response in parts, and can fail after some parts, although the status 200 was already sent. */
export async function invokeEndpointWithResponseStream(
  state: SageMakerState,
  input: Record<string, unknown>,
): Promise<object> {
  const { Body, ...response } = (await invokeEndpoint(state, input)) as { Body?: unknown };
  return { ...response, Body: Body instanceof Uint8Array ? streamOnePart(Body) : Body };
}

async function* streamOnePart(Bytes: Uint8Array): AsyncIterable<object> {
  yield { PayloadPart: { Bytes } };
}

/** Loads a model of a multi-model endpoint from S3 to a random instance, unless an instance of the variant has already loaded the model. */
async function loadModel({ account }: SageMakerState, variant: Variant, targetModel: string): Promise<void> {
  if (variant.instances.some(({ loadedModels }) => loadedModels.has(targetModel))) return;
  const instance = variant.instances[Math.floor(account.random() * variant.instances.length)];
  const [{ ModelDataUrl = '' }] = containersOf(servedModel(variant).input);
  const { bucket, key } = locationOf(ModelDataUrl);
  const Key = `${key.replace(/\/?$/, '/')}${targetModel.replace(/^\//, '')}`;
  const principal = sageMakerWithRole(variant.role);
  try {
    await account.call({ principal, service: 's3', operation: 'GetObject', input: { Bucket: bucket, Key } });
  } catch {
    throw new AwsError(
      'ValidationError',
      `Failed to download model data(bucket: ${bucket}, key: ${Key}). Please ensure that there is an object located at the URL and that the role passed to CreateModel has permissions to download the model.`,
    );
  }
  instance.loadedModels.add(targetModel);
}
