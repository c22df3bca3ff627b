import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { InvokeEndpointAsyncCommand, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import type { Context } from 'aws-lambda';
import { Message } from '../../lib/client/protocol/message';
import { permissionRetryOptions } from '../shared/await-permissions';
import {
  isTimeAlmostOver,
  EVENT_TIME_LIMIT_MILLISECONDS,
  POLL_MILLISECONDS,
  ResourceRequest,
  ResourceEvent,
  UnfinishedError,
} from '../shared/custom-resource';
import { Outcome } from '../shared/respond';
import { findDeploymentProblems } from './deployed-version';
import { isCrash } from './describe-error';
import { CheckSummary } from './check-response';
import { quoteOrDiagnose } from './quote';
import { readPlan } from './read-plan';
import { ModelRequest, requestsFor } from './requests';
import {
  EXAMPLES_HELP,
  Findings,
  checkModelResponse,
  describeCheckError,
  describeUntestedSteps,
  newFindings,
  outcomeOf,
  titleOf,
} from './smoke-test';
import { SmokeTestProperties, TestSpec } from '../../lib/contracts/smoke-test-properties';

/** The S3 URIs to which SageMaker writes the result of a request. */
interface ResultLocations {
  readonly output: string;
  readonly failure: string;
}

/** An event from CloudFormation. In later invocations for the same event, `sent` contains the result locations of the requests. */
export type QueuedTestEvent = ResourceEvent<SmokeTestProperties> & { readonly sent?: ResultLocations[] };

/** The maximum size of a result. SageMaker allows 1 GB, but reading JSON can require 30 times its size, and the function has 1769 MB. */
const MAX_RESULT_BYTES = 50 * 1024 * 1024;

/** Why a result was not read. */
interface Unread {
  readonly untested: string;
}

/** The result of a request: the model's response, or SageMaker's description of a failure. */
type Result = { readonly response: Message } | { readonly failure: string } | Unread;

/**
 * Tests an asynchronous endpoint: writes the requests to S3, lets SageMaker queue them, and waits for the results.
 *
 * @throws UnfinishedError if a new invocation has to wait for the results, for example while the endpoint starts its first instance
 */
export async function runQueuedTest({
  event,
  context,
}: ResourceRequest<SmokeTestProperties, QueuedTestEvent>): Promise<Outcome> {
  const properties = event.ResourceProperties;
  const spec = JSON.parse(properties.Spec) as TestSpec;
  const findings = newFindings(await findDeploymentProblems(properties, spec));
  if (findings.problems.length === 0) {
    const plan = await readPlan(properties, spec);
    // An asynchronous endpoint accepts requests and responses of up to 1 GB.
    const requests = plan.models.flatMap((model) => requestsFor(model, plan.examples[model.name], Infinity));
    const timeLimitMilliseconds =
      spec.timeoutSeconds === undefined ? EVENT_TIME_LIMIT_MILLISECONDS : spec.timeoutSeconds * 1000;
    const { sent = await sendAll(requests, properties), deadline = Date.now() + timeLimitMilliseconds } = event;
    const results = await waitFor(sent, deadline, context);
    if (!results) throw new UnfinishedError({ sent, deadline });
    for (const [index, request] of requests.entries()) {
      findings.notTested.push(...describeUntestedSteps(request));
      await addResult(request, results[index], spec, findings);
    }
  }
  return outcomeOf(properties.EndpointName, spec, findings);
}

async function sendAll(requests: ModelRequest[], properties: SmokeTestProperties): Promise<ResultLocations[]> {
  const { EndpointName, InputBucket: Bucket, InputPrefix } = properties;
  const s3 = new S3Client(permissionRetryOptions());
  const runtime = new SageMakerRuntimeClient(permissionRetryOptions());
  const resultLocations: ResultLocations[] = [];
  for (const [index, { contentType: ContentType, body: Body }] of requests.entries()) {
    const Key = `${InputPrefix}/smoke-test/${EndpointName}-${index + 1}`;
    await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }));
    const { OutputLocation = '', FailureLocation = '' } = await runtime.send(
      new InvokeEndpointAsyncCommand({
        EndpointName,
        InputLocation: `s3://${Bucket}/${Key}`,
        ContentType,
        Accept: ContentType.split(';')[0],
      }),
    );
    resultLocations.push({ output: OutputLocation, failure: FailureLocation });
  }
  return resultLocations;
}

/** Waits for all results, at most until the deadline; returns undefined if too little time of the invocation remains. */
async function waitFor(
  sent: ResultLocations[],
  deadline: number,
  context: Context,
): Promise<(Result | undefined)[] | undefined> {
  const s3 = new S3Client(permissionRetryOptions());
  const results: (Result | undefined)[] = sent.map(() => undefined);
  for (;;) {
    for (const [index, locations] of sent.entries()) results[index] ??= await readResult(s3, locations);
    if (!results.includes(undefined) || Date.now() >= deadline) return results;
    if (isTimeAlmostOver(context)) return undefined;
    await sleep(POLL_MILLISECONDS);
  }
}

async function readResult(s3: S3Client, { output, failure }: ResultLocations): Promise<Result | undefined> {
  const response = await readObject(s3, output);
  if (response) return 'untested' in response ? response : { response };
  const description = failure ? await readObject(s3, failure) : undefined;
  if (!description) return undefined;
  return {
    failure: 'untested' in description ? description.untested : Buffer.from(description.body).toString('utf8'),
  };
}

/** Reads an object; returns undefined while it does not exist. */
async function readObject(s3: S3Client, uri: string): Promise<Message | Unread | undefined> {
  const { host: Bucket, pathname } = new URL(uri);
  try {
    const {
      Body,
      ContentType = '',
      ContentLength = 0,
    } = await s3.send(new GetObjectCommand({ Bucket, Key: pathname.slice(1) }));
    if (ContentLength > MAX_RESULT_BYTES) {
      (Body as Readable | undefined)?.destroy();
      return { untested: `the result has ${ContentLength} bytes; at most ${MAX_RESULT_BYTES} are read` };
    }
    return { body: (await Body?.transformToByteArray()) ?? new Uint8Array(), contentType: ContentType };
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return undefined;
    throw error;
  }
}

async function addResult(
  request: ModelRequest,
  result: Result | undefined,
  spec: TestSpec,
  findings: Findings,
): Promise<void> {
  const { problem, untested } = await checkResult(request, result, spec);
  const isRejected = request.mayBeRejected && result && 'failure' in result && !isCrash(result.failure);
  const reason = isRejected ? `${problem}. ${EXAMPLES_HELP}` : untested;
  if (reason !== undefined) {
    findings.notTested.push(`${titleOf(request)}: ${reason}`);
    return;
  }
  findings.checked++;
  if (problem !== undefined) findings.problems.push(`${titleOf(request)}: ${problem}`);
}

async function checkResult(request: ModelRequest, result: Result | undefined, spec: TestSpec): Promise<CheckSummary> {
  if (!result) return { problem: 'neither a response nor a failure arrived before the time for the test was over' };
  if ('untested' in result) return result;
  if ('failure' in result)
    return { problem: `SageMaker wrote a failure${await quoteOrDiagnose(result.failure, spec.logPayloads ?? false)}` };
  try {
    return checkModelResponse(request, result.response);
  } catch (error) {
    return { problem: await describeCheckError(error, spec.logPayloads) };
  }
}
