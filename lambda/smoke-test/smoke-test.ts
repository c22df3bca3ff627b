import { readResponse } from '../../lib/client/protocol/decode';
import { readGenerateResponse } from '../../lib/client/protocol/generate';
import { Message } from '../../lib/client/protocol/message';
import { componentLogGroupOf, endpointLogGroupOf } from '../../lib/contracts/log-groups';
import { LatencySpec, SmokeTestProperties, TestPlan, TestSpec } from '../../lib/contracts/smoke-test-properties';
import { Outcome } from '../shared/respond';
import { checkGenerated, GenerateError } from './check-generated';
import { checkResponse, CheckSummary, formatShape } from './check-response';
import { findDeploymentProblems } from './deployed-version';
import { describeWithoutPayload, hasNoCapacity, isCrash, isRejection } from './describe-error';
import { EndpointClient } from './invoke';
import { checkLatency, RequestResult } from './latency-check';
import { quoteOrDiagnose } from './quote';
import { ModelRequest, requestsFor } from './requests';

/**
 * Attempts at a request: a multi-model endpoint may need six minutes to load a model. 40 attempts, with delays from 200 ms to 10 s, last
 * seven minutes.
 */
const ATTEMPTS = 40;

/** Advice for a model that rejects the default request. */
export const EXAMPLES_HELP =
  'The model has no examples, so the request contains only zeros; set `examples` with a meaningful request';

/** The default duration of a test. */
const TIMEOUT_SECONDS = 600;

/** The results of a test. */
export interface Findings {
  checked: number;
  /** The end of a sentence: how many of the models were tested. Empty if all were tested. */
  sample: string;
  readonly latencies: number[];
  readonly problems: string[];
  /** Sentences about models and outputs that could not be tested. */
  readonly notTested: string[];
}

export function newFindings(problems: string[]): Findings {
  return { checked: 0, sample: '', latencies: [], problems, notTested: [] };
}

/** Sends requests to every model of every variant, and checks the responses. */
export async function runSmokeTest(properties: SmokeTestProperties, deadline: AbortSignal): Promise<Outcome> {
  const { EndpointName: endpointName } = properties;
  const spec = JSON.parse(properties.Spec) as TestSpec;
  const findings = newFindings(await findDeploymentProblems(properties, spec));
  // If the deployed version is not served, a test would be meaningless.
  if (findings.problems.length === 0) {
    const timeout = AbortSignal.timeout((spec.timeoutSeconds ?? TIMEOUT_SECONDS) * 1000);
    const { readPlan } = await import('./read-plan.js');
    const plan = await readPlan(properties, spec);
    findings.sample = describeSample(plan);
    await testAll(spec, plan, endpointName, AbortSignal.any([deadline, timeout]), findings);
  }
  return outcomeOf(endpointName, spec, findings);
}

/** The outcome of a test for CloudFormation. */
export function outcomeOf(endpointName: string, spec: TestSpec, findings: Findings): Outcome {
  const { checked, sample, latencies, problems, notTested } = findings;
  if (problems.length > 0) return failedOutcome(endpointName, spec, `${sample}. ${problems.join('. ')}`);
  const untested = notTested.join('. ');
  if (checked === 0) return notTestedOutcome(untested || 'There is no model');
  const objective = spec.latency && `, within ${spec.latency.milliseconds} ms at p${spec.latency.percentile}`;
  const untestedNote = untested && `. NOT TESTED: ${untested}`;
  return {
    status: 'SUCCESS',
    reason: `${checked} of ${checked} responses are correct${objective ?? ''}${sample}${untestedNote}`,
    data: {
      Result: 'passed',
      Checked: String(checked),
      ...(latencies.length > 0 && { MaximumMilliseconds: Math.max(...latencies).toFixed(1) }),
    },
  };
}

/** A failure, with the place of the log, since a message about a wrong response contains neither the response nor lines of the containers. */
function failedOutcome(endpointName: string, { inferenceComponent: component }: TestSpec, problems: string): Outcome {
  const title = component === undefined ? `Endpoint ${endpointName}` : `Inference component ${component}`;
  const logGroup = component === undefined ? endpointLogGroupOf(endpointName) : componentLogGroupOf(component);
  const reason = `${title} does not respond as expected${problems}. The log of its containers is in the log group ${logGroup}`;
  return { status: 'FAILED', reason };
}

/** The outcome if nothing was tested: the deployment continues, but the result is `not tested`, not `passed`. */
export function notTestedOutcome(reason: string): Outcome {
  return { status: 'SUCCESS', reason: `NOT TESTED: ${reason}`, data: { Result: 'not tested', Checked: '0' } };
}

async function testAll(
  spec: TestSpec,
  plan: TestPlan,
  endpointName: string,
  signal: AbortSignal,
  findings: Findings,
): Promise<void> {
  const client = new EndpointClient({ endpointName, ...spec }, ATTEMPTS, signal);
  const requestsByModel = plan.models.map((model) => requestsFor(model, plan.examples[model.name]));
  const modelsWithoutRequests = plan.models.filter((_, index) => requestsByModel[index].length === 0);
  findings.notTested.push(
    ...modelsWithoutRequests.map(
      ({ name }) => `Model ${name} has neither inputs nor examples to create a request from`,
    ),
  );
  for (const variant of spec.variants ?? [undefined]) {
    const measuredRequests: ModelRequest[] = [];
    for (const requests of requestsByModel) {
      for (const [index, request] of requests.entries()) {
        const isTested = await testExample(client, request, variant, spec, findings);
        if (isTested && index === 0) measuredRequests.push(request);
      }
    }
    // Measure the latency only if all responses are correct.
    const { latency } = spec;
    if (findings.problems.length > 0 || !latency) continue;
    for (const request of measuredRequests)
      await checkModelLatency(client, { ...spec, latency }, request, variant, findings);
  }
}

/** Tests the request of an example, or all requests of its sequence if one server receives them; returns whether a response could be checked. */
async function testExample(
  client: EndpointClient,
  request: ModelRequest,
  variant: string | undefined,
  spec: TestSpec,
  findings: Findings,
): Promise<boolean> {
  const { steps = [] } = request;
  if (!spec.hasOneServer || steps.length === 0) {
    findings.notTested.push(...describeUntestedSteps(request, variant));
    return testRequest(client, request, variant, spec, findings);
  }
  const { length: previousProblems } = findings.problems;
  for (const step of steps) {
    const isTested = await testRequest(client, step, variant, spec, findings);
    if (!isTested || findings.problems.length > previousProblems) return isTested; // the state is unknown
  }
  return true;
}

/** The steps of a sequence that cannot be tested if only its first request is sent. */
export function describeUntestedSteps(request: ModelRequest, variant?: string): string[] {
  const { steps = [] } = request;
  if (steps.length === 0) return [];
  return [
    `${titleOf(request, variant)}: the other steps of its sequence of ${steps.length} requests were not sent, because different instances may receive them`,
  ];
}

/** Tests a request; returns whether its response could be checked. */
async function testRequest(
  client: EndpointClient,
  request: ModelRequest,
  variant: string | undefined,
  { logPayloads, scalesToZero }: TestSpec,
  findings: Findings,
): Promise<boolean> {
  const result = await sendRequest(client, request, variant, logPayloads);
  const { milliseconds, problem } = result;
  // Scaling has removed the last copy, and this request makes it start the first copy again.
  const rejection = result.noCapacity && scalesToZero ? problem : result.rejection;
  const title = titleOf(request, variant);
  const reason = rejection ?? result.untested;
  if (reason !== undefined) {
    findings.notTested.push(`${title}: ${reason}`);
    return false;
  }
  findings.checked++;
  findings.latencies.push(milliseconds);
  if (problem !== undefined) findings.problems.push(`${title}: ${problem}`);
  return true;
}

async function checkModelLatency(
  client: EndpointClient,
  { latency, logPayloads }: TestSpec & { readonly latency: LatencySpec },
  request: ModelRequest,
  variant: string | undefined,
  findings: Findings,
): Promise<void> {
  const send = async (): Promise<RequestResult> => sendRequest(client, request, variant, logPayloads);
  const { milliseconds, problem } = await checkLatency(latency, send);
  findings.latencies.push(milliseconds);
  if (problem !== undefined) findings.problems.push(`${titleOf(request, variant)}: ${problem}`);
}

/** Sends a request, and checks the response. */
export async function sendRequest(
  client: EndpointClient,
  request: ModelRequest,
  variant?: string,
  logPayloads?: boolean,
): Promise<RequestResult> {
  try {
    const response = await client.invoke(request, variant, logPayloads);
    const { milliseconds } = response;
    const checkSummary = checkModelResponse(request, response);
    if (variant === undefined || (response.variant ?? variant) === variant) return { milliseconds, ...checkSummary };
    const problems = [`variant ${response.variant} responded`, checkSummary.problem ?? []].flat();
    return { milliseconds, problem: problems.join('; ') };
  } catch (error) {
    const { cause } = error as Error;
    const message = await describeCheckError(error, logPayloads);
    if (!request.example && isModelError(error as Error)) {
      const rejection = `${message}. ${EXAMPLES_HELP}`;
      return { milliseconds: NaN, [request.mayBeRejected ? 'rejection' : 'problem']: rejection };
    }
    const loading = (cause as Error | undefined)?.name === 'ModelNotReadyException';
    const noCapacity = cause instanceof Error && hasNoCapacity(cause);
    return { milliseconds: NaN, problem: message, ...(loading && { loading }), ...(noCapacity && { noCapacity }) };
  }
}

/** Compares a response with the configuration of the model and with the example. */
export function checkModelResponse(request: ModelRequest, response: Message): CheckSummary {
  return request.model.inferenceType
    ? checkGenerated(request, readGenerateResponse(response))
    : checkResponse(request, readResponse(response));
}

/** Describes why a response could not be checked. */
export async function describeCheckError(error: unknown, logPayloads = false): Promise<string> {
  const text = error instanceof GenerateError ? error.text : '';
  return describeWithoutPayload(error) + (text === '' ? '' : await quoteOrDiagnose(text, logPayloads));
}

/** Whether the model itself returned the error. False after a crash, a timeout, or an error of SageMaker. */
function isModelError(error: Error): boolean {
  return error instanceof GenerateError ? !isCrash(error.text) : isRejection((error.cause ?? error) as Error);
}

function describeSample({ models, outOf = models.length }: TestPlan): string {
  return outOf > models.length ? `; ${models.length} of its ${outOf} models were tested` : '';
}

/** The name of a request in messages. */
export function titleOf({ model, title, inputs }: ModelRequest, variant?: string): string {
  const shapes = inputs.map(({ name, datatype, shape }) => `${name} ${datatype} ${formatShape(shape)}`);
  const variantText = variant === undefined ? '' : ` of variant ${variant}`;
  const tensors = shapes.length > 0 ? ` (${shapes.join(', ')})` : '';
  return `Model ${model.name}${variantText}, ${title}${tensors}`;
}
