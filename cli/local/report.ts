import Table from 'cli-table3';
import type { Example, LatencySpec } from '../../lambda/smoke-test/test-plan';
import { readRequest, readResponse } from '../../lib/client/protocol/decode';
import { BINARY_TYPE, FilledTensor, Message } from '../../lib/client/protocol/message';
import type { Tensor } from '../../lib/client/protocol/tensor';
import { LocalVariant } from './assembly';
import { Exchange } from './aws-loopback';
import { Latencies, Percentiles } from './latency';
import { Outcome } from './outcome';

/** What the report says of one variant. */
export interface VariantReport {
  readonly variant: LocalVariant;
  readonly outcome: Outcome;
  /** What the smoke test said, or why it did not run. */
  readonly reason: string;
  /** Where the run differs from the container, in words. */
  readonly differences: string[];
  readonly models: string[];
  readonly exchange?: Exchange;
  /** The example whose expected answer was compared. */
  readonly expected?: Example;
  readonly latencies?: Latencies;
  /** The latency that the endpoint has to keep. */
  readonly objective?: LatencySpec;
}

const MAX_VALUES = 10;
const MAX_CHARACTERS = 400;
const WIDTH = 100;

/** The report of one variant, for people. */
export function renderReport(report: VariantReport): string {
  const { variant, outcome, reason, differences, models, exchange, expected, latencies, objective } = report;
  const table = new Table({ wordWrap: true, colWidths: [14, WIDTH], style: { head: [], border: [] } });
  const row = (label: string, value?: string): void => {
    if (value) table.push([label, value]);
  };
  row('endpoint', `${variant.endpointName}, variant ${variant.variantName} (stack ${variant.stackName})`);
  row('image', variant.image);
  row('differences', differences.map((difference) => `- ${difference}`).join('\n'));
  row('models', models.join('\n'));
  row('request', exchange && shortenMessage(exchange.request, (request) => readRequest(request).inputs));
  row('response', exchange && shortenMessage(exchange.answer, (answer) => readResponse(answer).outputs));
  row('expected', expected?.response && `${shortenValues(expected.response)}\n${toleranceOf(expected)}`);
  row('latency', latencies && describeLatencies(latencies, objective));
  row('smoke test', reason.startsWith(outcome) ? reason : `${outcome}: ${reason}`);
  return table.toString();
}

/** The last line: how many variants ended how. */
export function renderSummary(reports: VariantReport[]): string {
  const order: Outcome[] = ['PASSED', 'NOT EXECUTED', 'FAILED', 'NOT TESTED', 'NOT RUN'];
  const count = (outcome: Outcome): number => reports.filter((report) => report.outcome === outcome).length;
  return order.map((outcome) => `${count(outcome)} ${outcome.toLowerCase()}`).join(', ');
}

function describeLatencies(latencies: Latencies, objective?: LatencySpec): string {
  const { requests, firstResponse, betweenResponses } = latencies;
  const measured = [
    `${describePercentiles(latencies)} over ${requests} requests, one at a time, on this host's CPU`,
    ...(firstResponse ? [`first response: ${describePercentiles(firstResponse)}`] : []),
    ...(betweenResponses ? [`between responses: ${describePercentiles(betweenResponses)}`] : []),
  ].join('\n');
  if (!objective) return measured;
  return `${measured}\nobjective: p${objective.percentile} within ${objective.milliseconds} ms on the endpoint; a local run does not test it`;
}

function describePercentiles({ p50, p99 }: Percentiles): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}

function toleranceOf({ absoluteTolerance, relativeTolerance }: Example): string {
  return `within ${absoluteTolerance}${relativeTolerance > 0 ? ` + ${relativeTolerance} of the value` : ''}`;
}

/** A KServe body in one line per tensor, with its first values; the beginning of any other text. */
export function shortenMessage(message: Message, read: (message: Message) => FilledTensor[]): string {
  const body = Buffer.from(message.body);
  try {
    if (!message.contentType.startsWith(BINARY_TYPE)) return shortenValues(JSON.parse(body.toString()) as Values);
    const tensors = read(message).map(({ elements, ...tensor }) => ({
      ...tensor,
      data: Array.prototype.slice.call(elements, 0, MAX_VALUES + 1).map(asText),
    }));
    return shortenTensors(tensors);
  } catch {
    const text = body.toString();
    return /^(data:|[{[])/.test(text) ? shortenText(text.trim()) : `${body.length} bytes`;
  }
}

/** Strings are bytes in the binary form. */
function asText(element: unknown): unknown {
  return element instanceof Uint8Array ? Buffer.from(element).toString() : element;
}

/** The body of a request or a response. */
type Values = Record<string, unknown> & { readonly inputs?: Tensor[]; readonly outputs?: Tensor[] };

function shortenValues(values: Values): string {
  const tensors = values.inputs ?? values.outputs;
  return Array.isArray(tensors) ? shortenTensors(tensors) : shortenText(JSON.stringify(values));
}

function shortenText(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

function shortenTensors(tensors: Tensor[]): string {
  return tensors.map(shortenTensor).join('\n');
}

function shortenTensor({ name, datatype, shape, data = [] }: Tensor): string {
  const values = data
    .slice(0, MAX_VALUES)
    .map((value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value));
  return `${name} ${datatype}[${shape}] = ${values.join(', ')}${data.length > MAX_VALUES ? ', …' : ''}`;
}
