import { AwsError } from '../call';
import { containersOf } from './inputs';
import { locationOf } from './model-data';
import { servingOf } from './start-instance';
import type { Hosting, Variant } from './state';
import { sharesOf } from './traffic';

export async function invokeEndpoint(hosting: Hosting, input: Record<string, unknown>): Promise<object> {
  const { world, endpoints, hooks } = hosting;
  const { EndpointName, TargetVariant, TargetModel, ContentType, Body } = input;
  // The case of the name matters here.
  const endpoint = endpoints.get(EndpointName as string);
  if (!endpoint || ['Creating', 'Failed', 'OutOfService', 'Deleting'].includes(endpoint.status))
    throw new AwsError('ValidationError', `Endpoint ${EndpointName} of account ${world.accountId} not found.`);
  const shares = sharesOf(endpoint).filter(
    ({ variant, share }) => !variant.isShadow && share > 0 && variant.instances.length > 0,
  );
  const candidates = TargetVariant ? shares.filter(({ variant }) => variant.name === TargetVariant) : shares;
  if (candidates.length === 0)
    throw TargetVariant
      ? new AwsError('ValidationError', `Variant ${TargetVariant} of the endpoint ${EndpointName} not found.`)
      : new AwsError('ServiceUnavailable', 'The endpoint has no instance in service.', 503);
  const total = candidates.reduce((sum, { share }) => sum + share, 0);
  let rest = world.random() * total;
  const chosen = candidates.find(({ share }) => (rest -= share) < 0) ?? candidates[candidates.length - 1];
  const { fleet, variant } = chosen;
  const isMultiModel = containersOf(variant.model.input).some(({ Mode }) => Mode === 'MultiModel');
  if (isMultiModel !== Boolean(TargetModel))
    throw new AwsError(
      'ValidationError',
      isMultiModel
        ? 'TargetModel is required to invoke a multi-model endpoint.'
        : 'TargetModel is only supported by multi-model endpoints.',
    );
  if (isMultiModel) await load(hosting, variant, TargetModel as string);
  const response = await hooks.invoke({
    ...servingOf(fleet, variant),
    ...(TargetModel ? { targetModel: TargetModel as string } : {}),
    contentType: ContentType as string | undefined,
    body: Body,
    input,
  });
  return { InvokedProductionVariant: variant.name, ...response };
}

/** The response in parts, as it comes: a stream may break off after the status 200. */
export async function invokeEndpointWithResponseStream(
  hosting: Hosting,
  input: Record<string, unknown>,
): Promise<object> {
  const { Body, ...response } = (await invokeEndpoint(hosting, input)) as { Body?: unknown };
  return { ...response, Body: Body instanceof Uint8Array ? onePart(Body) : Body };
}

async function* onePart(Bytes: Uint8Array): AsyncIterable<object> {
  yield { PayloadPart: { Bytes } };
}

/** A multi-model instance reads a model from S3 when it is first invoked there; one that has it is preferred. */
async function load({ world }: Hosting, variant: Variant, targetModel: string): Promise<void> {
  if (variant.instances.some(({ loaded }) => loaded.has(targetModel))) return;
  const instance = variant.instances[Math.floor(world.random() * variant.instances.length)];
  const [{ ModelDataUrl = '' }] = containersOf(variant.model.input);
  const { bucket, key } = locationOf(ModelDataUrl);
  const Key = `${key.replace(/\/?$/, '/')}${targetModel.replace(/^\//, '')}`;
  const principal = { role: variant.role, service: 'sagemaker.amazonaws.com' };
  try {
    await world.call({ principal, service: 's3', operation: 'GetObject', input: { Bucket: bucket, Key } });
  } catch {
    throw new AwsError(
      'ValidationError',
      `Failed to download model data(bucket: ${bucket}, key: ${Key}). Please ensure that there is an object located at the URL and that the role passed to CreateModel has permissions to download the model.`,
    );
  }
  instance.loaded.add(targetModel);
}
