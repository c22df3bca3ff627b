import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { InvokeEndpointAsyncCommand, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import { Message } from '../../lib/client/protocol/message';
import { awaitPermissions } from '../shared/await-permissions';
import { invokeLater, isTimeOver, PATIENCE_MILLISECONDS, POLL_MILLISECONDS } from '../shared/invoke-later';
import { Outcome } from '../shared/respond';
import { describeDefect } from './describe-defect';
import { isCrash } from './describe-error';
import { Judgement } from './latency-check';
import { quote } from './quote';
import { ModelRequest, requestsFor } from './requests';
import {
  configProblems,
  EXAMPLES_HELP,
  Findings,
  judgeAnswer,
  newFindings,
  outcomeOf,
  planOf,
  titleOf,
} from './smoke-test';
import { SmokeTestProperties, TestSpec } from './test-plan';

/** Where SageMaker will write what came of a request. */
interface Sent {
  readonly output: string;
  readonly failure: string;
}

/** An event that goes on in another invocation has what was sent, and the time at which it gives up. */
export type QueuedTestEvent = CloudFormationCustomResourceEvent & {
  readonly sent?: Sent[];
  readonly deadline?: number;
};

/** What came of a request: the model's answer, or what went wrong. */
type Result = { readonly answer: Message } | { readonly failure: string };

/**
 * Asks an asynchronous endpoint: puts the requests in S3, has SageMaker queue them, and waits for the answers. An endpoint without instances
 * has to start one first, which takes longer than a function lives: then another invocation goes on.
 *
 * @returns undefined when another invocation goes on
 */
export async function runQueuedTest(event: QueuedTestEvent, context: Context): Promise<Outcome | undefined> {
  const properties = event.ResourceProperties as unknown as SmokeTestProperties;
  const spec = JSON.parse(properties.Spec) as TestSpec;
  const findings = newFindings(await configProblems(properties));
  if (findings.problems.length === 0) {
    const plan = await planOf(properties, spec);
    // S3 takes requests and responses of up to 1 GB.
    const requests = plan.models.flatMap((model) => requestsFor(model, plan.examples[model.name], Infinity));
    const patience = spec.timeoutSeconds === undefined ? PATIENCE_MILLISECONDS : spec.timeoutSeconds * 1000;
    const { sent = await sendAll(requests, properties), deadline = Date.now() + patience } = event;
    const results = await waitFor(sent, deadline, context);
    if (!results) {
      await invokeLater({ ...event, sent, deadline }, context);
      return undefined;
    }
    requests.forEach((request, index) => judge(request, results[index], spec, findings));
  }
  return outcomeOf(properties.EndpointName, spec, findings);
}

async function sendAll(requests: ModelRequest[], properties: SmokeTestProperties): Promise<Sent[]> {
  const { EndpointName, InputBucket: Bucket, InputPrefix } = properties;
  const s3 = new S3Client(awaitPermissions());
  const runtime = new SageMakerRuntimeClient(awaitPermissions());
  const sent: Sent[] = [];
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
    sent.push({ output: OutputLocation, failure: FailureLocation });
  }
  return sent;
}

/** What came until the deadline; nothing when the function's own time is over before. */
async function waitFor(sent: Sent[], deadline: number, context: Context): Promise<(Result | undefined)[] | undefined> {
  const s3 = new S3Client(awaitPermissions());
  const results: (Result | undefined)[] = sent.map(() => undefined);
  for (;;) {
    for (const [index, each] of sent.entries()) results[index] ??= await resultOf(s3, each);
    if (!results.includes(undefined) || Date.now() >= deadline) return results;
    if (isTimeOver(context)) return undefined;
    await sleep(POLL_MILLISECONDS);
  }
}

async function resultOf(s3: S3Client, { output, failure }: Sent): Promise<Result | undefined> {
  const answer = await read(s3, output);
  if (answer) return { answer };
  const wrong = failure ? await read(s3, failure) : undefined;
  return wrong && { failure: Buffer.from(wrong.body).toString('utf8') };
}

/** Undefined while there is no such object. */
async function read(s3: S3Client, uri: string): Promise<Message | undefined> {
  const { host: Bucket, pathname } = new URL(uri);
  try {
    const { Body, ContentType = '' } = await s3.send(new GetObjectCommand({ Bucket, Key: pathname.slice(1) }));
    return { body: (await Body?.transformToByteArray()) ?? new Uint8Array(), contentType: ContentType };
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return undefined;
    throw error;
  }
}

function judge(request: ModelRequest, result: Result | undefined, spec: TestSpec, findings: Findings): void {
  const title = titleOf(request);
  const { problem, untested, isTested = true } = judgementOf(request, result, spec);
  if (problem !== undefined && request.mayBeRejected && result && 'failure' in result && !isCrash(result.failure)) {
    findings.notTested.push(`${title}: ${problem}. ${EXAMPLES_HELP}`);
    return;
  }
  if (untested !== undefined) findings.notTested.push(`${title}: ${untested}`);
  if (isTested) findings.checked++;
  if (problem !== undefined) findings.problems.push(`${title}: ${problem}`);
}

function judgementOf(request: ModelRequest, result: Result | undefined, spec: TestSpec): Judgement {
  if (!result) return { problem: 'neither a response nor a failure arrived before the time for the test was over' };
  if ('failure' in result)
    return { problem: `SageMaker wrote a failure${quote(result.failure, spec.logPayloads ?? false)}` };
  try {
    return judgeAnswer(request, result.answer, spec.logPayloads);
  } catch (error) {
    return { problem: describeDefect(error) };
  }
}
