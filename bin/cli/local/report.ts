import Table from 'cli-table3';
import { LocalEndpoint } from './assembly';
import { Latencies } from './latency';

/** How one endpoint's run ended. */
export type Outcome = 'PASSED' | 'FAILED' | 'NOT RUN';

/** What the report says of one endpoint. */
export interface EndpointReport {
  readonly endpoint: LocalEndpoint;
  readonly outcome: Outcome;
  /** Why it failed or did not run. */
  readonly reason?: string;
  /** Where the run differs from the container, in words. */
  readonly differences: string[];
  readonly models?: string[];
  readonly request?: string;
  readonly answer?: string;
  readonly latencies?: Latencies;
}

const MAX_VALUES = 10;
const WIDTH = 100;

/** The report of one endpoint, for people. */
export function renderReport(report: EndpointReport): string {
  const { endpoint, outcome, reason, differences, latencies } = report;
  const table = new Table({ wordWrap: true, wrapOnWordBoundary: false, colWidths: [14, WIDTH] });
  const row = (label: string, value?: string): void => {
    if (value) table.push([label, value]);
  };
  row('endpoint', `${endpoint.endpointName} (stack ${endpoint.stackName})`);
  row('image', endpoint.image);
  row('differences', differences.map((difference) => `- ${difference}`).join('\n'));
  row('models', report.models?.join('\n'));
  row('request', report.request);
  row('answer', report.answer);
  row('latency', latencies && `p50 ${latencies.p50.toFixed(1)} ms, p99 ${latencies.p99.toFixed(1)} ms over ${latencies.requests} requests, one at a time, on this machine`);
  row('smoke test', reason ? `${outcome}: ${reason}` : outcome);
  return table.toString();
}

/** The last line: how many endpoints passed. */
export function renderSummary(reports: EndpointReport[]): string {
  const count = (outcome: Outcome): number => reports.filter((report) => report.outcome === outcome).length;
  return `${count('PASSED')} passed, ${count('FAILED')} failed, ${count('NOT RUN')} not run`;
}

/** A KServe body in one line per tensor, with its first values. */
export function shortenBody(body: string): string {
  try {
    const { inputs, outputs } = JSON.parse(body) as { inputs?: Tensor[]; outputs?: Tensor[] };
    return (inputs ?? outputs ?? []).map(shortenTensor).join('\n') || body.slice(0, WIDTH);
  } catch {
    return body.slice(0, WIDTH);
  }
}

interface Tensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: number[];
  readonly data: unknown[];
}

function shortenTensor({ name, datatype, shape, data }: Tensor): string {
  const values = data.slice(0, MAX_VALUES).join(', ');
  return `${name} ${datatype}[${shape}] = ${values}${data.length > MAX_VALUES ? ', …' : ''}`;
}
