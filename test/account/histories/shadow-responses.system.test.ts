import { Key } from 'aws-cdk-lib/aws-kms';
import { AlarmNaming, TritonRealtimeEndpoint } from '../../../lib';
import { Switches } from '../behavior';
import { Permission, PermissionUsage } from '../iam/permission-usage';
import type { Invocation } from '../sagemaker/hooks';
import { simulate } from '../simulation';
import { Deployer } from './deployer';
import { unexpectedDenials } from './expected-denials';
import { modelResponse, createModel } from './test-models';
import { synthesize, SynthesizedStack } from './synthesize';

const MINUTE = 60_000;
const ENDPOINT = 'vision';

const EVENT_ID = 'sagemaker.copies-have-the-event-id-of-the-request';
const ONE_DRAW = 'sagemaker.capture-draws-once-for-a-request';
const CONTENT_TYPES = 'sagemaker.capture-keeps-parameters-of-content-types';

interface StackOptions {
  readonly samplingPercentage?: number;
  readonly weight?: number;
  readonly encrypted?: boolean;
}

function synthesizeShadow(options: StackOptions = {}): SynthesizedStack {
  const { samplingPercentage = 100, weight, encrypted } = options;
  return synthesize('App', (stack) => {
    new TritonRealtimeEndpoint(stack, 'Endpoint', {
      endpointName: ENDPOINT,
      monitoring: { alarmNaming: AlarmNaming.withPrefix('') },
      model: createModel('shadow-responses'),
      variants: [{ variantName: 'Production' }],
      shadowVariants: [{ variantName: 'Candidate', weight }],
      dataCapture: { samplingPercentage, ...(encrypted && { encryptionKey: new Key(stack, 'Key') }) },
    });
  });
}

const EVERYTHING_CAPTURED = synthesizeShadow();

interface Scenario {
  readonly stack?: SynthesizedStack;
  readonly switches?: Switches;
  readonly usage?: PermissionUsage;
  /** The response of a variant. By default, both respond correctly. */
  readonly respond?: (invocation: Invocation) => Record<string, unknown>;
  /** Whether clients pass inference IDs. */
  readonly passesIds?: boolean;
}

interface Counts {
  readonly compared: number;
  readonly different: number;
  readonly unmatched: number;
}

/** Deploys the endpoint, and returns the counts of half an hour in which clients send requests. */
async function countsOf(scenario: Scenario): Promise<Counts> {
  const { stack = EVERYTHING_CAPTURED, switches, usage, respond, passesIds = true } = scenario;
  return simulate({ seed: 1, switches, usage }, async (aws) => {
    const deployer = new Deployer(aws);
    expect((await deployer.deploySynthesized(stack)).status).toBe('CREATE_COMPLETE');
    const { hooks } = aws.sagemaker;
    if (respond) hooks.invoke = async (invocation) => respond(invocation);
    if (!passesIds) hooks.inferenceId = () => undefined;
    await aws.account.sleep(20 * MINUTE); // the comparisons of older requests end
    const start = aws.account.now();
    await aws.account.sleep(30 * MINUTE);
    const sumOf = (name: string): number => {
      const dimensions = { EndpointName: ENDPOINT, VariantName: 'Candidate' };
      const metric = { namespace: 'TritonOnSageMaker', name, dimensions };
      return aws.cloudwatch.metrics.statistic(metric, 'Sum', start, aws.account.now()) ?? NaN;
    };
    const [compared, different, unmatched] = ['Compared', 'Different', 'Unmatched'].map((kind) =>
      sumOf(`${kind}Responses`),
    );
    expect((await deployer.destroy()).status).toBe('DELETE_COMPLETE');
    expect(unexpectedDenials(aws.account.denials)).toEqual([]);
    return { compared, different, unmatched };
  });
}

/** Five requests of clients are captured each minute, and those of the probe, which passes its own inference IDs. */
const CLIENT_REQUESTS = 30 * 5;
const PROBE_REQUESTS = { atLeast: 4, below: 10 };
/** The inference ID of every fifth request of clients. */
const EVERY_FIFTH = /^request-.*[05]$/;

test('different responses are counted, and the function uses all its permissions, also that for the key', async () => {
  const usage = new PermissionUsage();
  const respond = ({ isShadow, input }: Invocation) =>
    modelResponse(!isShadow || !EVERY_FIFTH.test(String(input.InferenceId)));
  const { compared, different, unmatched } = await countsOf({
    stack: synthesizeShadow({ encrypted: true }),
    usage,
    respond,
  });
  expect(compared).toBeGreaterThan(CLIENT_REQUESTS);
  expect(compared).toBeLessThan(CLIENT_REQUESTS + PROBE_REQUESTS.below);
  expect({ different, unmatched }).toEqual({ different: CLIENT_REQUESTS / 5, unmatched: 0 });
  expect(
    usage
      .all()
      .filter(isOfFunction)
      .map(({ action }) => action),
  ).toContain('kms:Decrypt');
  expect(usage.unused().filter(isOfFunction)).toEqual([]);
});

function isOfFunction({ role }: Permission): boolean {
  return /ShadowComp/.test(role);
}

test('only copies are compared if the weight of the shadow variant is below 1', async () => {
  const { compared, different, unmatched } = await countsOf({ stack: synthesizeShadow({ weight: 0.5 }) });
  expect(compared).toBeGreaterThan(CLIENT_REQUESTS / 3);
  expect(compared).toBeLessThan((2 * CLIENT_REQUESTS) / 3);
  expect({ different, unmatched }).toEqual({ different: 0, unmatched: 0 });
});

test('without inference IDs, only responses to the probe are compared if each record has its own event ID', async () => {
  const { compared, unmatched } = await countsOf({ passesIds: false, switches: { [EVENT_ID]: false } });
  expect(compared).toBeGreaterThanOrEqual(PROBE_REQUESTS.atLeast);
  expect(compared).toBeLessThan(PROBE_REQUESTS.below);
  expect(unmatched).toBe(CLIENT_REQUESTS);
});

test('with a sampling percentage of 50, responses are unmatched if each variant draws its own sample', async () => {
  const stack = synthesizeShadow({ samplingPercentage: 50 });
  const { compared, different, unmatched } = await countsOf({ stack, switches: { [ONE_DRAW]: false } });
  expect(different).toBe(0);
  expect(Math.abs(unmatched / (compared + unmatched) - 0.5)).toBeLessThan(0.2);
});

test('responses in the binary format are compared if captured content types have no parameters', async () => {
  const respond = ({ isShadow }: Invocation) => binaryResponse(isShadow ? 'candidate' : 'production');
  const { compared, different, unmatched } = await countsOf({ respond, switches: { [CONTENT_TYPES]: false } });
  expect(compared).toBeGreaterThan(CLIENT_REQUESTS);
  expect({ different, unmatched }).toEqual({ different: 0, unmatched: 0 });
});

/** A response in Triton's binary format. */
function binaryResponse(modelName: string): Record<string, unknown> {
  const bytes = Buffer.from(Float32Array.of(1, 2, 3, 4).buffer);
  const output = { name: 'doubled', datatype: 'FP32', shape: [1, 4], parameters: { binary_data_size: bytes.length } };
  const header = Buffer.from(JSON.stringify({ model_name: modelName, outputs: [output] }));
  return {
    ContentType: `application/vnd.sagemaker-triton.binary+json;json-header-size=${header.length}`,
    Body: new Uint8Array(Buffer.concat([header, bytes])),
  };
}

test('the alarm fires while responses differ', () =>
  simulate({ seed: 1 }, async (aws) => {
    const stateAfter = async (minutes: number): Promise<string | undefined> => {
      await aws.account.sleep(minutes * MINUTE);
      return aws.cloudwatch.stateOf(`${ENDPOINT}-Production-shadowResponses`);
    };
    const { hooks } = aws.sagemaker;
    await new Deployer(aws).deploySynthesized(EVERYTHING_CAPTURED);
    expect(await stateAfter(40)).toBe('OK');
    hooks.invoke = async ({ isShadow, input }) =>
      modelResponse(!isShadow || !EVERY_FIFTH.test(String(input.InferenceId)));
    expect(await stateAfter(40)).toBe('ALARM');
    hooks.invoke = async () => modelResponse(true);
    expect(await stateAfter(40)).toBe('OK');
  }));
