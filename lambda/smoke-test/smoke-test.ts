import { readResponse } from '../../lib/client/protocol/decode';
import { readGenerated } from '../../lib/client/protocol/generate';
import { Message } from '../../lib/client/protocol/message';
import { checkAnswer, showShape } from './check-answer';
import { checkGenerated, GenerateError } from './check-generated';
import { describeDefect } from './describe-defect';
import { isCrash, isRejection } from './describe-error';
import { describeLog, missingLog } from './endpoint-log';
import { EndpointClient } from './invoke';
import { checkLatency, Judgement, Trial } from './latency-check';
import { ModelRequest, requestsFor } from './requests';
import { Outcome } from '../shared/respond';
import { Examples, LatencySpec, SmokeTestProperties, TestPlan, TestSpec } from './test-plan';

/** A multi-model endpoint may take six minutes to load a model: 200 ms, doubled up to 10 s, forty times are seven. */
const ATTEMPTS = 40;

/** What helps when a model answers a request that nobody wrote with an error. */
export const EXAMPLES_HELP =
  'The model has no examples, so the request contains only zeros; set `examples` with a meaningful request';

/** How long a test may take when nobody says. */
const TIMEOUT_SECONDS = 600;

/** What was asked, how it went, and what of it is wrong. */
export interface Findings {
  checked: number;
  /** The sample that was asked of many models, in words. */
  sample: string;
  readonly latencies: number[];
  readonly problems: string[];
  /** What of the models could not be tested, in words. */
  readonly notTested: string[];
}

export function newFindings(problems: string[]): Findings {
  return { checked: 0, sample: '', latencies: [], problems, notTested: [] };
}

/** Asks every model of every variant, and judges the answers. */
export async function runSmokeTest(properties: SmokeTestProperties, deadline: AbortSignal): Promise<Outcome> {
  const { EndpointName: endpointName } = properties;
  const spec = JSON.parse(properties.Spec) as TestSpec;
  const findings = newFindings(await configProblems(properties));
  // Whatever another configuration answers, it is not what was deployed.
  if (findings.problems.length === 0) {
    const timeout = AbortSignal.timeout((spec.timeoutSeconds ?? TIMEOUT_SECONDS) * 1000);
    const plan = await planOf(properties, spec);
    findings.sample = describeSample(plan);
    await testAll(spec, plan, endpointName, AbortSignal.any([deadline, timeout]), findings);
  }
  return outcomeOf(endpointName, spec, findings);
}

/** What was found, as CloudFormation is told. */
export async function outcomeOf(endpointName: string, spec: TestSpec, findings: Findings): Promise<Outcome> {
  const { checked, sample, latencies, problems, notTested } = findings;
  if (problems.length > 0) {
    const { summary, lines } = await describeLog(endpointName, spec.logPayloads ?? false);
    const reason = `Endpoint ${endpointName} does not respond as expected${sample}. ${problems.join('. ')}`;
    return { status: 'FAILED', reason: summary === undefined ? reason : `${reason}. ${summary}`, logLines: lines };
  }
  const untested = notTested.join('. ');
  const problemOfLog = await missingLog(endpointName);
  const warning = problemOfLog === undefined ? '' : `. WARNING: ${problemOfLog}`;
  const Log = problemOfLog === undefined ? 'found' : 'not found';
  if (checked === 0) return notTestedBecause(`${untested || 'There is no model'}${warning}`, { Log });
  const objective = spec.latency && `, within ${spec.latency.milliseconds} ms at p${spec.latency.percentile}`;
  const rest = untested && `. NOT TESTED: ${untested}`;
  return {
    status: 'SUCCESS',
    reason: `${checked} of ${checked} responses are correct${objective ?? ''}${sample}${rest}${warning}`,
    data: {
      Result: 'passed',
      Checked: String(checked),
      Log,
      ...(latencies.length > 0 && { MaximumMilliseconds: Math.max(...latencies).toFixed(1) }),
    },
  };
}

/** A test that did not take place: CloudFormation goes on, but nobody may take it for a success. */
export function notTestedBecause(reason: string, data: Record<string, string> = {}): Outcome {
  return { status: 'SUCCESS', reason: `NOT TESTED: ${reason}`, data: { Result: 'not tested', Checked: '0', ...data } };
}

async function testAll(
  spec: TestSpec,
  plan: TestPlan,
  endpointName: string,
  signal: AbortSignal,
  findings: Findings,
): Promise<void> {
  const started = new Date();
  const client = new EndpointClient(endpointName, ATTEMPTS, signal, spec.latency?.concurrency);
  const requestsByModel = plan.models.map((model) => requestsFor(model, plan.examples[model.name]));
  const silent = plan.models.filter((_, index) => requestsByModel[index].length === 0);
  findings.notTested.push(
    ...silent.map(({ name }) => `Model ${name} has neither inputs nor examples to create a request from`),
  );
  for (const variant of spec.variants ?? [undefined]) {
    const measurable: ModelRequest[] = [];
    for (const requests of requestsByModel) {
      for (const [index, request] of requests.entries()) {
        const isTested = await testOne(client, request, variant, spec, findings);
        if (isTested && index === 0) measurable.push(request);
      }
    }
    // How fast wrong answers come does not matter.
    const { latency } = spec;
    if (findings.problems.length > 0 || !latency) continue;
    for (const request of measurable) await checkModelLatency(client, { ...spec, latency }, request, variant, findings);
  }
  if (findings.problems.length === 0 && spec.shadowVariants) {
    const { checkShadows } = await import('./shadow-check.js');
    findings.problems.push(...(await checkShadows(endpointName, spec.shadowVariants, started, signal)));
  }
}

/** Whether the response could be judged. */
async function testOne(
  client: EndpointClient,
  request: ModelRequest,
  variant: string | undefined,
  { logPayloads }: TestSpec,
  findings: Findings,
): Promise<boolean> {
  const {
    milliseconds,
    problem,
    rejection,
    untested,
    isTested = true,
  } = await ask(client, request, variant, logPayloads);
  const title = titleOf(request, variant);
  const reason = rejection ?? untested;
  if (reason !== undefined) findings.notTested.push(`${title}: ${reason}`);
  if (rejection !== undefined || !isTested) return false;
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
  const { milliseconds, problems } = await checkLatency(latency, () => ask(client, request, variant, logPayloads));
  findings.latencies.push(milliseconds);
  findings.problems.push(...problems.map((problem) => `${titleOf(request, variant)}: ${problem}`));
}

/** Sends one request and judges the answer. */
export async function ask(
  client: EndpointClient,
  request: ModelRequest,
  variant?: string,
  logPayloads?: boolean,
): Promise<Trial> {
  try {
    const answer = await client.invoke(request, variant, logPayloads);
    const { milliseconds } = answer;
    const judgement = judgeAnswer(request, answer, logPayloads);
    if (variant === undefined || (answer.variant ?? variant) === variant) return { milliseconds, ...judgement };
    const problems = [`variant ${answer.variant} answered`, judgement.problem ?? []].flat();
    return { milliseconds, problem: problems.join('; ') };
  } catch (error) {
    const { cause } = error as Error;
    const message = describeDefect(error);
    if (request.isDefault && isOwnError(error as Error)) {
      const rejection = `${message}. ${EXAMPLES_HELP}`;
      return { milliseconds: NaN, [request.mayBeRejected ? 'rejection' : 'problem']: rejection };
    }
    const loading = (cause as Error | undefined)?.name === 'ModelNotReadyException';
    return { milliseconds: NaN, problem: message, ...(loading && { loading }) };
  }
}

/** Holds an answer against the configuration of the model and the example. */
export function judgeAnswer(request: ModelRequest, answer: Message, showValues?: boolean): Judgement {
  const { problems, empty, isTested } = request.model.inferenceType
    ? checkGenerated(request, readGenerated(answer), showValues)
    : checkAnswer(request, readResponse(answer), showValues);
  if (problems.length > 0) return { problem: problems.join('; ') };
  return { ...(empty.length > 0 && { untested: empty.join('; ') }), ...(!isTested && { isTested }) };
}

/** Whether the model answered with an error of its own, as opposed to a crash, a timeout or an error of the service. */
function isOwnError(error: Error): boolean {
  return error instanceof GenerateError ? !isCrash(error.text) : isRejection((error.cause ?? error) as Error);
}

/** An endpoint that was rolled back answers well, but not from what was deployed. */
export async function configProblems({
  EndpointName,
  EndpointConfigName: wanted,
}: SmokeTestProperties): Promise<string[]> {
  if (!wanted) return [];
  const { describeEndpoint } = await import('./endpoint-status.js');
  const endpoint = await describeEndpoint(EndpointName);
  if (!endpoint) return ['The endpoint does not exist'];
  const { configName, status } = endpoint;
  if (configName === wanted) return [];
  return [
    `It serves the configuration ${configName}, not ${wanted}, which this deployment created: the endpoint was rolled back (status ${status})`,
  ];
}

export async function planOf(properties: SmokeTestProperties, { models }: TestSpec): Promise<TestPlan> {
  const { PlanBucket, PlanKey } = properties;
  if (!PlanBucket || !PlanKey) return { models, examples: await examplesOf(properties) };
  const { readJson } = await import('./example-store.js');
  return readJson<TestPlan>(PlanBucket, PlanKey);
}

function describeSample({ models, outOf = models.length }: TestPlan): string {
  return outOf > models.length ? `; ${models.length} of its ${outOf} models were tested` : '';
}

async function examplesOf({ ExamplesBucket, ExamplesKey }: SmokeTestProperties): Promise<Examples> {
  if (!ExamplesBucket || !ExamplesKey) return {};
  const { readJson } = await import('./example-store.js');
  return readJson<Examples>(ExamplesBucket, ExamplesKey);
}

/** What was asked, in words. */
export function titleOf({ model, title, inputs }: ModelRequest, variant?: string): string {
  const shapes = inputs.map(({ name, datatype, shape }) => `${name} ${datatype} ${showShape(shape)}`);
  const of = variant === undefined ? '' : ` of variant ${variant}`;
  const what = shapes.length > 0 ? ` (${shapes.join(', ')})` : '';
  return `Model ${model.name}${of}, ${title}${what}`;
}
