import { createHash } from 'node:crypto';
import { sageMakerWithRole } from '../call';
import type { DataCaptureConfig } from './inputs';
import { Endpoint, Fleet, MINUTE, PendingRecord, SageMakerState, SECOND, TrafficShare, Variant } from './state';
import { servingVariantOf } from './variants';

/** Requests of clients that are captured each minute and fleet at most. The metrics count all requests. */
const MAX_PER_MINUTE = 5;
/** Time between a request and the request of its copy. */
const COPY_DELAY = 2 * SECOND;

/** A request and the response of a production variant, with the time of the request. */
interface CapturedInvocation {
  readonly contentType?: string;
  readonly body: unknown;
  readonly inferenceId?: string;
  readonly response: Readonly<Record<string, unknown>>;
  readonly time: number;
}

/** Captures a sample of the requests that clients sent to a fleet in the last minute, and writes the records later. */
export async function captureMinute(
  state: SageMakerState,
  endpoint: Endpoint,
  fleet: Fleet,
  requests: number,
  shares: readonly TrafficShare[],
): Promise<void> {
  if (!isCapturing(fleet.capture)) return;
  const count = Math.min(MAX_PER_MINUTE, Math.round(requests * fleetShareOf(shares)));
  for (let index = 0; index < count; index++) {
    const variant = productionVariantFor(state.capturedRequests, shares);
    const time = state.account.now() - MINUTE + (index * MINUTE) / count;
    const inferenceId = state.hooks.inferenceId(endpoint.name, state.capturedRequests);
    const request = { contentType: 'application/json', body: Buffer.from('{}'), inferenceId };
    const response = await invokeContainer(state, fleet, variant, request);
    if (response) await captureInvocation(state, fleet, variant, { ...request, response, time }, shares);
  }
  // Files arrive with different delays, at most two and a half minutes after the request.
  const delay = ((state.account.now() / MINUTE) % 3) * 45 * SECOND;
  const records = fleet.captured.splice(0);
  state.account.after(delay, async () => {
    if (!endpoint.isDeleted && !fleet.isDeleted) await writeRecords(state, fleet, records);
  });
}

/** Sends copies of a request to the shadow variants, and captures the request with all responses. */
export async function captureInvocation(
  state: SageMakerState,
  fleet: Fleet,
  variant: Variant,
  invocation: CapturedInvocation,
  shares: readonly TrafficShare[],
): Promise<void> {
  if (!isCapturing(fleet.capture)) return;
  const number = state.capturedRequests++;
  const eventId = uuid(`event ${number}`);
  addRecord(state, fleet, variant, invocation, { number, eventId });
  for (const { variant: shadow, share } of shares.filter((each) => each.variant.isShadow)) {
    if (shadow.instances.length === 0 || draw(number, 'copy') >= share / fleetShareOf(shares)) continue;
    const response = await invokeContainer(state, fleet, shadow, invocation);
    const hasSameId = state.account.isSwitchedOn('sagemaker.copies-have-the-event-id-of-the-request');
    if (response) {
      const copy = { ...invocation, response, time: invocation.time + COPY_DELAY };
      addRecord(state, fleet, shadow, copy, { number, eventId: hasSameId ? eventId : uuid(`copy ${number}`) });
    }
  }
}

function isCapturing(config: DataCaptureConfig | undefined): config is DataCaptureConfig {
  return config !== undefined && config.EnableCapture !== false && config.InitialSamplingPercentage > 0;
}

/** The share of a fleet in the traffic of its endpoint. */
function fleetShareOf(shares: readonly TrafficShare[]): number {
  return shares.filter(({ variant }) => !variant.isShadow).reduce((sum, { share }) => sum + share, 0);
}

/** The production variant that receives a request, in proportion to the shares. */
function productionVariantFor(request: number, shares: readonly TrafficShare[]): Variant {
  let remaining = draw(request, 'variant') * fleetShareOf(shares);
  const production = shares.filter(({ variant }) => !variant.isShadow);
  return (production.find(({ share }) => (remaining -= share) < 0) ?? production[0]).variant;
}

/** The response of a variant. Undefined for an error or a stream, which are not captured here. */
async function invokeContainer(
  { hooks }: SageMakerState,
  fleet: Fleet,
  variant: Variant,
  { contentType, body, inferenceId }: Omit<CapturedInvocation, 'response' | 'time'>,
): Promise<Record<string, unknown> | undefined> {
  const input = {
    EndpointName: fleet.endpointName,
    ...(inferenceId === undefined ? {} : { InferenceId: inferenceId }),
  };
  return hooks.invoke({ ...servingVariantOf(fleet, variant), contentType, body, input }).catch(() => undefined);
}

function addRecord(
  { account }: SageMakerState,
  fleet: Fleet,
  variant: Variant,
  { contentType = '', body, inferenceId, response, time }: CapturedInvocation,
  { number, eventId }: { readonly number: number; readonly eventId: string },
): void {
  const config = fleet.capture as DataCaptureConfig;
  const purpose = account.isSwitchedOn('sagemaker.capture-draws-once-for-a-request') ? 'capture' : variant.name;
  if (100 * draw(number, purpose) >= config.InitialSamplingPercentage || !(response.Body instanceof Uint8Array)) return;
  const keepsParameters = account.isSwitchedOn('sagemaker.capture-keeps-parameters-of-content-types');
  const captured = (mode: string, type: string, data: unknown): object =>
    capturedBody(config, mode, keepsParameters ? type : type.split(';')[0], data);
  const modes = config.CaptureOptions.map(({ CaptureMode }) => CaptureMode);
  const record = {
    captureData: {
      ...(modes.includes('Input') ? { endpointInput: captured('INPUT', contentType, body) } : {}),
      ...(modes.includes('Output')
        ? { endpointOutput: captured('OUTPUT', String(response.ContentType ?? ''), response.Body) }
        : {}),
    },
    eventMetadata: {
      eventId,
      ...(inferenceId === undefined ? {} : { inferenceId }),
      inferenceTime: new Date(time).toISOString().replace(/\.\d+/, ''),
    },
    eventVersion: '0',
  };
  const hour = new Date(time).toISOString().slice(0, 13).replace(/[-T]/g, '/');
  fleet.captured.push({ variant, hour, line: JSON.stringify(record) });
}

function capturedBody(
  { CaptureContentTypeHeader: types }: DataCaptureConfig,
  mode: string,
  type: string,
  body: unknown,
) {
  const bytes = Buffer.from(body as Uint8Array);
  const encodings = [
    ['JSON', types?.JsonContentTypes],
    ['CSV', types?.CsvContentTypes],
  ] as const;
  const encoding = encodings.find(([, texts]) => texts?.includes(type.split(';')[0]))?.[0] ?? 'BASE64';
  const data = bytes.toString(encoding === 'BASE64' ? 'base64' : 'utf8');
  return { observedContentType: type, mode, data, encoding };
}

/** Writes records to the customer's bucket with the execution role: one file for each variant and hour. */
async function writeRecords(
  { account }: SageMakerState,
  fleet: Fleet,
  records: readonly PendingRecord[],
): Promise<void> {
  const { DestinationS3Uri, KmsKeyId } = fleet.capture as DataCaptureConfig;
  const [, Bucket, prefix] = /^(?:s3|https):\/\/([^/]+)\/?(.*)$/.exec(DestinationS3Uri) ?? [];
  const folder = `${prefix ? `${prefix.replace(/\/$/, '')}/` : ''}${fleet.endpointName}`;
  const time = new Date(account.now()).toISOString().slice(14, 23).replace(/[:.]/g, '-');
  for (const variant of fleet.variants) {
    const own = records.filter((record) => record.variant === variant);
    for (const hour of new Set(own.map((record) => record.hour))) {
      const lines = own.filter((record) => record.hour === hour).map(({ line }) => `${line}\n`);
      const input = {
        Bucket,
        Key: `${folder}/${variant.name}/${hour}/${time}-${uuid(lines[0])}.jsonl`,
        Body: lines.join(''),
        ...(KmsKeyId ? { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: KmsKeyId } : {}),
      };
      const principal = sageMakerWithRole(variant.role);
      await account.call({ principal, service: 's3', operation: 'PutObject', input }).catch(() => undefined);
    }
  }
}

/** A number from 0 to 1 that depends only on the request and the purpose, so captured requests do not change the random numbers of a history. */
function draw(request: number, purpose: string): number {
  return createHash('sha256').update(`${request} ${purpose}`).digest().readUInt32BE(0) / 2 ** 32;
}

function uuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
