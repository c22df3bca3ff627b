import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { saveMeasurement } from '../measurements';
import { Assembly, LocalVariant } from './assembly';
import { AwsLoopback, LoopbackOptions } from './aws-loopback';
import { Engine, Preparation, ServedModel, Service } from './engine';
import { generateRoute, inferenceTypeOf } from './generate-route';
import { Latencies, measureLatencies } from './latency';
import { completeTest } from './model-metadata';
import { ModelHost } from './multi-model/model-host';
import { openStore, preparationOf, startHost, unpackAll } from './multi-model/start-host';
import { defaultModel } from './serve-arguments';
import { layOut } from './published-files';
import { VariantReport } from './report';
import { unpack } from './repository';
import { runShippedSmokeTest } from './smoke-run';
import { TestFiles, withoutLatency } from './test-files';
import { Address, TritonProcess } from './triton-process';

const START_TIMEOUT_SECONDS = 120;

/** How the run was asked for. */
export interface RunOptions {
  /** The assembly's folder, which keeps what was measured. */
  readonly folder: string;
  readonly engine: Engine;
  /** Folder of archives beside those of the assembly, for multi-model endpoints. */
  readonly prefix?: string;
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
  /** Loads the models of a multi-model endpoint. */
  public host?: ModelHost;

  private readonly work = fs.mkdtempSync(path.join(os.tmpdir(), 'triton-local-'));
  private readonly cleanUps: (() => Promise<void> | void)[] = [
    () => fs.rmSync(this.work, { recursive: true, force: true }),
  ];
  private readonly tests: TestFiles;
  private serverPreparation: Preparation = { models: [], differences: [] };
  /** Where the test differs from the deployed one, in words. */
  private readonly differences: string[] = [];
  private http?: Address;
  private report?: VariantReport;

  private constructor(
    private readonly assembly: Assembly,
    public readonly variant: LocalVariant,
    private readonly options: RunOptions,
  ) {
    this.tests = new TestFiles(variant, assembly.objects);
  }

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
    const { engine, prefix, verbose } = this.options;
    const inFolder = variant.multiModel && prefix !== undefined;
    if (variant.archive === undefined && variant.published === undefined && !inFolder) {
      this.report = this.verdict(
        'NOT RUN',
        `the model's data (${variant.modelDataUri}) is not in the assembly, only in S3`,
      );
      return;
    }
    const service = { variant, repository: this.repository, work, verbose };
    if (variant.multiModel) fs.mkdirSync(service.repository);
    else await this.layOutModel(service.repository);
    this.serverPreparation = engine.prepare(service);
    if (this.serverPreparation.obstacle !== undefined) {
      this.report = this.verdict('NOT RUN', this.serverPreparation.obstacle);
      return;
    }
    await this.startServer(service);
  }

  private async layOutModel(repository: string): Promise<void> {
    const { archive = '', published, environment } = this.variant;
    if (published) layOut(published, repository);
    else await unpack(archive, repository);
    defaultModel(environment, repository);
  }

  private async startServer(service: Service): Promise<void> {
    const { engine, prefix, signal } = this.options;
    const store = service.variant.multiModel ? openStore(engine, service, prefix) : undefined;
    const server = await engine.start(service, this.serverPreparation.models);
    this.cleanUps.push(() => server.stop());
    await server.ready(START_TIMEOUT_SECONDS, signal);
    if (store) {
      await unpackAll(store, this.tests.targetModels);
      this.host = startHost(server, store, service);
    }
    this.http = server.http;
    this.loopback = await this.startLoopback(server);
    this.cleanUps.push(() => this.loopback?.close());
  }

  private startLoopback(server: TritonProcess): Promise<AwsLoopback> {
    const { variantName, smokeTest } = this.variant;
    return AwsLoopback.start({
      triton: server.address,
      invocations: this.invocationsOf(server),
      host: this.host,
      variantName,
      endpointConfigName: smokeTest?.EndpointConfigName as string | undefined,
      objects: this.assembly.objects,
      transform: this.valuesCount() ? undefined : this.tests.withoutExpectedValues,
    });
  }

  /** Where the server has a generate route whatever its release. */
  private invocationsOf({ http: address }: TritonProcess): LoopbackOptions['invocations'] {
    const { environment } = this.variant;
    const inferenceType = inferenceTypeOf(this.variant);
    if (!address || !inferenceType) return undefined;
    return { address, path: generateRoute(defaultModel(environment, this.repository), inferenceType) };
  }

  private async ask(): Promise<VariantReport> {
    const { variant, loopback } = this;
    const { requests, signal } = this.options;
    if (!loopback || !variant.smokeTest) return this.verdict('NOT RUN', 'the endpoint has no smoke test');
    const { result, reason } = await runShippedSmokeTest(await this.testOf(variant.smokeTest), loopback, signal);
    const exchange = loopback.firstExchange;
    const shown = { exchange, expected: this.valuesCount() ? this.tests.firstExample : undefined };
    if (result === 'not tested') return { ...this.verdict('NOT TESTED', reason), ...shown };
    if (result === 'failed' || !exchange) return { ...this.verdict('FAILED', reason), ...shown };
    const latencies = await measureLatencies(loopback, variant.endpointName, exchange, requests, signal);
    this.keep(latencies);
    return { ...this.verdict('PASSED', reason), ...shown, latencies };
  }

  /** The smoke test's properties as they fit this machine, with what only the loaded model knows. */
  private async testOf(smokeTest: Record<string, unknown>): Promise<Record<string, unknown>> {
    const test = withoutLatency(smokeTest);
    if (!this.http || this.host) return test;
    const { properties, completed } = await completeTest(test, this.http, (model) => this.tests.hasExamples(model));
    this.differences.push(
      ...completed.map(
        (model) =>
          `'${model}' has no inputs in its config.pbtxt and no examples: the request is made from what the loaded model says, ` +
          'but a deployed one is NOT TESTED',
      ),
    );
    return properties;
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

  private get repository(): string {
    return path.join(this.work, 'model');
  }

  private get preparation(): Preparation {
    return this.host ? preparationOf(this.serverPreparation, this.host.store) : this.serverPreparation;
  }

  private verdict(outcome: VariantReport['outcome'], reason: string): VariantReport {
    const { models, differences } = this.preparation;
    const all = [...differences, ...this.differences];
    return { variant: this.variant, outcome, reason, models: models.map(describeModel), differences: all };
  }

  private failure({ message }: Error): VariantReport {
    return this.options.signal.aborted ? this.verdict('NOT RUN', 'it was stopped') : this.verdict('FAILED', message);
  }

  private valuesCount(): boolean {
    return !this.preparation.models.some(({ standIn }) => standIn);
  }
}

function describeModel({ name, backend, standIn }: ServedModel): string {
  return `${name} (${standIn ? `stand-in for ${backend}` : backend})`;
}
