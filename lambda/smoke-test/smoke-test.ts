import { checkAnswer, showShape } from './check-answer';
import { EndpointClient } from './invoke';
import { checkLatency, Trial } from './latency-check';
import { ModelRequest, requestsFor } from './requests';
import { Outcome } from '../shared/respond';
import { Examples, LatencySpec, SmokeTestProperties, TestPlan, TestSpec } from './test-plan';

/** A multi-model endpoint may take six minutes to load a model: 200 ms, doubled up to 10 s, forty times are seven. */
const ATTEMPTS = 40;

/** How long a test may take when nobody says. */
const TIMEOUT_SECONDS = 600;

/** What was asked, how it went, and what of it is wrong. */
interface Findings {
  checked: number;
  /** The sample that was asked of many models, in words. */
  sample: string;
  readonly latencies: number[];
  readonly problems: string[];
}

/** Asks every model of every variant, and judges the answers. */
export async function runSmokeTest(properties: SmokeTestProperties, deadline: AbortSignal): Promise<Outcome> {
  const { EndpointName: endpointName } = properties;
  const spec = JSON.parse(properties.Spec) as TestSpec;
  const findings: Findings = { checked: 0, sample: '', latencies: [], problems: await configProblems(properties) };
  // Whatever another configuration answers, it is not what was deployed.
  if (findings.problems.length === 0) {
    const timeout = AbortSignal.timeout((spec.timeoutSeconds ?? TIMEOUT_SECONDS) * 1000);
    const plan = await planOf(properties, spec);
    findings.sample = describeSample(plan);
    await testAll(spec, plan, endpointName, AbortSignal.any([deadline, timeout]), findings);
  }
  const { checked, sample, latencies, problems } = findings;
  if (problems.length > 0) {
    return {
      status: 'FAILED',
      reason: `Endpoint ${endpointName} does not answer as it should${sample}. ${problems.join('. ')}`,
      logLines: await containerLines(endpointName),
    };
  }
  if (checked === 0) return { status: 'SUCCESS', reason: 'Nothing was asked: no model has inputs or examples' };
  const objective = spec.latency && `, within ${spec.latency.milliseconds} ms at p${spec.latency.percentile}`;
  return {
    status: 'SUCCESS',
    reason: `${checked} of ${checked} answers are right${objective ?? ''}${sample}`,
    data: { Checked: String(checked), MaximumMilliseconds: Math.max(...latencies).toFixed(1) },
  };
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
  for (const variant of spec.variants ?? [undefined]) {
    for (const request of requestsByModel.flat()) {
      const { milliseconds, problem } = await ask(client, request, variant, spec.logPayloads);
      findings.checked++;
      findings.latencies.push(milliseconds);
      if (problem !== undefined) findings.problems.push(`${titleOf(request, variant)}: ${problem}`);
    }
    // How fast wrong answers come does not matter.
    if (findings.problems.length > 0 || !spec.latency) continue;
    for (const [request] of requestsByModel) await checkModelLatency(client, spec.latency, request, variant, findings);
  }
  if (findings.problems.length === 0 && spec.shadowVariants) {
    const { checkShadows } = await import('./shadow-check.js');
    findings.problems.push(...(await checkShadows(endpointName, spec.shadowVariants, started, signal)));
  }
}

async function checkModelLatency(
  client: EndpointClient,
  latency: LatencySpec,
  request: ModelRequest,
  variant: string | undefined,
  findings: Findings,
): Promise<void> {
  const { milliseconds, problems } = await checkLatency(latency, () => ask(client, request, variant));
  findings.latencies.push(milliseconds);
  findings.problems.push(...problems.map((problem) => `${titleOf(request, variant)}: ${problem}`));
}

/** Sends one request and judges the answer. */
export async function ask(
  client: EndpointClient,
  request: ModelRequest,
  variant?: string,
  showValues?: boolean,
): Promise<Trial> {
  try {
    const answer = await client.invoke(request, variant);
    const { milliseconds } = answer;
    const problems = checkAnswer(request, answer.outputs, showValues);
    if (variant !== undefined && answer.variant !== undefined && answer.variant !== variant) {
      problems.unshift(`variant ${answer.variant} answered`);
    }
    return { milliseconds, problem: problems.length > 0 ? problems.join('; ') : undefined };
  } catch (error) {
    const loading = ((error as Error).cause as Error | undefined)?.name === 'ModelNotReadyException';
    return { milliseconds: NaN, problem: (error as Error).message, ...(loading && { loading }) };
  }
}

/** An endpoint that was rolled back answers well, but not from what was deployed. */
async function configProblems({ EndpointName, EndpointConfigName: wanted }: SmokeTestProperties): Promise<string[]> {
  if (!wanted) return [];
  const { describeEndpoint } = await import('./endpoint-status.js');
  const endpoint = await describeEndpoint(EndpointName);
  if (!endpoint) return ['There is no such endpoint'];
  const { configName, status } = endpoint;
  if (configName === wanted) return [];
  return [
    `It serves the configuration ${configName}, not ${wanted}, which this deployment made: it was rolled back (status ${status})`,
  ];
}

async function planOf(properties: SmokeTestProperties, { models }: TestSpec): Promise<TestPlan> {
  const { PlanBucket, PlanKey } = properties;
  if (!PlanBucket || !PlanKey) return { models, examples: await examplesOf(properties) };
  const { readJson } = await import('./example-store.js');
  return readJson<TestPlan>(PlanBucket, PlanKey);
}

function describeSample({ models, outOf = models.length }: TestPlan): string {
  return outOf > models.length ? `; ${models.length} of its ${outOf} models were asked` : '';
}

async function examplesOf({ ExamplesBucket, ExamplesKey }: SmokeTestProperties): Promise<Examples> {
  if (!ExamplesBucket || !ExamplesKey) return {};
  const { readJson } = await import('./example-store.js');
  return readJson<Examples>(ExamplesBucket, ExamplesKey);
}

async function containerLines(endpointName: string): Promise<string[]> {
  try {
    const { lastContainerLines } = await import('./container-log.js');
    return await lastContainerLines(endpointName);
  } catch (error) {
    return [`(cannot be read: ${(error as Error).message})`];
  }
}

/** What was asked, in words. */
export function titleOf({ model, title, inputs }: ModelRequest, variant?: string): string {
  const shapes = inputs.map(({ name, datatype, shape }) => `${name} ${datatype} ${showShape(shape)}`);
  const of = variant === undefined ? '' : ` of variant ${variant}`;
  return `Model ${model.name}${of}, ${title} (${shapes.join(', ')})`;
}
