import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import type { Example, Examples } from '../../../lambda/smoke-test/test-plan';
import { saveMeasurement } from '../measurements';
import { Assembly, LocalVariant } from './assembly';
import { AwsLoopback } from './aws-loopback';
import { Engine, Preparation, ServedModel } from './engine';
import { Latencies, measureLatencies } from './latency';
import { defaultModel } from './serve-arguments';
import { layOut } from './published-files';
import { VariantReport } from './report';
import { unpack } from './repository';
import { runShippedSmokeTest } from './smoke-run';

const START_TIMEOUT_SECONDS = 120;

/** How the run was asked for. */
export interface RunOptions {
  /** The assembly's folder, which keeps what was measured. */
  readonly folder: string;
  readonly engine: Engine;
  readonly requests: number;
  readonly verbose: boolean;
  /** Aborted when everything has to stop. */
  readonly signal: AbortSignal;
}

/** A variant that is served by a real Triton server on this machine, or the reason why it is not. */
export class ServedVariant {
  /** Starts the server and waits until it is ready. Failures are kept for the report. */
  public static async start(assembly: Assembly, variant: LocalVariant, options: RunOptions): Promise<ServedVariant> {
    const served = new ServedVariant(assembly, variant, options);
    try {
      await served.serve();
    } catch (error) {
      served.report = served.failure(error as Error);
    }
    return served;
  }

  /** Speaks AWS's wire format for the server; undefined when it is not up. */
  public loopback?: AwsLoopback;

  private readonly work = fs.mkdtempSync(path.join(os.tmpdir(), 'triton-local-'));
  private readonly cleanUps: (() => Promise<void> | void)[] = [
    () => fs.rmSync(this.work, { recursive: true, force: true }),
  ];
  private preparation: Preparation = { models: [], differences: [] };
  private report?: VariantReport;

  private constructor(
    private readonly assembly: Assembly,
    public readonly variant: LocalVariant,
    private readonly options: RunOptions,
  ) {}

  /** Runs the smoke test that a deployment would run, and measures. */
  public async test(): Promise<VariantReport> {
    try {
      this.report ??= await this.ask();
    } catch (error) {
      this.report = this.failure(error as Error);
    }
    return this.report;
  }

  /** Stops everything that was started and removes what it left. */
  public async stop(): Promise<void> {
    for (const cleanUp of this.cleanUps.reverse()) await cleanUp();
  }

  private async serve(): Promise<void> {
    const { variant, work } = this;
    const { engine, verbose, signal } = this.options;
    if (variant.archive === undefined && variant.published === undefined) {
      this.report = this.verdict(
        'NOT RUN',
        `the model's data (${variant.modelDataUri}) is not in the assembly, only in S3`,
      );
      return;
    }
    const repository = path.join(work, 'model');
    if (variant.published) layOut(variant.published, repository);
    else await unpack(variant.archive ?? '', repository);
    defaultModel(variant.environment, repository);
    const service = { variant, repository, work, verbose };
    this.preparation = engine.prepare(service);
    if (this.preparation.obstacle !== undefined) {
      this.report = this.verdict('NOT RUN', this.preparation.obstacle);
      return;
    }
    const server = await engine.start(service, this.preparation.models);
    this.cleanUps.push(() => server.stop());
    await server.ready(START_TIMEOUT_SECONDS, signal);
    const loopback = await AwsLoopback.start({
      triton: server.address,
      variantName: variant.variantName,
      endpointConfigName: variant.smokeTest?.EndpointConfigName as string | undefined,
      objects: this.assembly.objects,
      transform: this.valuesCount() ? undefined : withoutExpectedValues,
    });
    this.cleanUps.push(() => loopback.close());
    this.loopback = loopback;
  }

  private async ask(): Promise<VariantReport> {
    const { variant, loopback } = this;
    const { requests, signal } = this.options;
    if (!loopback || !variant.smokeTest) return this.verdict('NOT RUN', 'the endpoint has no smoke test');
    const { passed, reason } = await runShippedSmokeTest(withoutLatency(variant.smokeTest), loopback, signal);
    const exchange = loopback.firstExchange;
    const shown = { exchange, expected: this.valuesCount() ? this.firstExample() : undefined };
    if (!passed || !exchange) return { ...this.verdict('FAILED', reason), ...shown };
    const latencies = await measureLatencies(loopback, variant.endpointName, exchange, requests, signal);
    this.keep(latencies);
    return { ...this.verdict('PASSED', reason), ...shown, latencies };
  }

  /** A stand-in's latencies say nothing about the model. */
  private keep({ at, samples: requests }: Latencies): void {
    if (!this.valuesCount()) return;
    const { endpointName, variantName } = this.variant;
    saveMeasurement(this.options.folder, {
      endpointName,
      variantName,
      source: "local run, one request at a time on this machine's CPU",
      at,
      requests,
    });
  }

  private verdict(outcome: VariantReport['outcome'], reason: string): VariantReport {
    const { models, differences } = this.preparation;
    return { variant: this.variant, outcome, reason, models: models.map(describeModel), differences };
  }

  private failure({ message }: Error): VariantReport {
    return this.options.signal.aborted ? this.verdict('NOT RUN', 'it was stopped') : this.verdict('FAILED', message);
  }

  private valuesCount(): boolean {
    return !this.preparation.models.some(({ standIn }) => standIn);
  }

  /** The example that the smoke test sends first. */
  private firstExample(): Example | undefined {
    const { ExamplesBucket, ExamplesKey } = this.variant.smokeTest ?? {};
    const file = this.assembly.objects.get(`${ExamplesBucket}/${ExamplesKey}`);
    return file === undefined
      ? undefined
      : Object.values(JSON.parse(fs.readFileSync(file, 'utf8')) as Examples)[0]?.[0];
  }
}

/** A stand-in's zeros cannot have the expected values; the report says that they are not compared. */
function withoutExpectedValues(examples: string): string {
  return JSON.stringify(JSON.parse(examples), (key, value) => (key === 'response' ? undefined : value));
}

/** A latency that was planned for a GPU says nothing about this machine; the report has the one measured here. */
function withoutLatency(properties: Record<string, unknown>): Record<string, unknown> {
  return { ...properties, Spec: JSON.stringify({ ...JSON.parse(String(properties.Spec)), latency: undefined }) };
}

function describeModel({ name, backend, standIn }: ServedModel): string {
  return `${name} (${standIn ? `stand-in for ${backend}` : backend})`;
}
