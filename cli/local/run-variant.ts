import * as fs from 'fs';
import * as path from 'path';
import type { ModelSpec } from '../../lambda/smoke-test/test-plan';
import { saveMeasurement } from '../measurements';
import { Assembly, LocalVariant } from './assembly';
import { AwsLoopback, LoopbackOptions } from './aws-loopback';
import { Engine, Preparation, ServedModel, Service } from './engine';
import { describeFailure } from './failure';
import { generateRoute, inferenceTypeOf } from './generate-route';
import { Latencies, measureLatencies } from './latency';
import { readModel } from './model-metadata';
import { ModelHost } from './multi-model/model-host';
import { openStore, preparationOf, startHost, unpackAll } from './multi-model/start-host';
import { NotRun, Outcome, withModelsAside } from './outcome';
import { defaultModel } from './serve-arguments';
import { layOut } from './published-files';
import { VariantReport } from './report';
import { unpack } from './repository';
import { runShippedSmokeTest, Verdict } from './smoke-run';
import { TestChanges, TestFiles } from './test-files';
import { TritonProcess } from './triton-process';
import { serveOnnx } from './unbuilt-engine';
import { makeWorkFolder } from './work-folder';

/** How the run was asked for. */
export interface RunOptions {
  /** The assembly's folder, which keeps what was measured. */
  readonly folder: string;
  readonly engine: Engine;
  /** Folder of archives beside those of the assembly, for multi-model endpoints. */
  readonly prefix?: string;
  readonly requests: number;
  readonly startTimeout: number;
  readonly requestTimeout: number;
  readonly network: boolean;
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
  public server?: TritonProcess;
  /** Folder for files that live as long as the run. */
  public readonly work = makeWorkFolder();

  private readonly cleanUps: (() => Promise<void> | void)[] = [
    () => fs.rmSync(this.work, { recursive: true, force: true }),
  ];
  private readonly tests: TestFiles;
  private serverPreparation: Preparation = { models: [], differences: [] };
  private readonly completed = new Map<string, ModelSpec>();
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

  /** What the test knows of a model of the endpoint. */
  public modelOf(targetModel?: string): ModelSpec | undefined {
    const model = this.tests.models.find((each) => each.targetModel === targetModel);
    return model && this.changes.completed(model);
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
      throw new NotRun(`the model's data (${variant.modelDataUri}) is not in the assembly, only in S3`);
    }
    const service = { variant, repository: this.repository, work, verbose };
    const changed = variant.multiModel ? [] : await this.layOutModel(service.repository);
    if (variant.multiModel) fs.mkdirSync(service.repository);
    const prepared = engine.prepare(service);
    this.serverPreparation = { ...prepared, differences: [...prepared.differences, ...changed] };
    const { rejection, obstacle } = this.serverPreparation;
    if (rejection !== undefined) throw new Error(rejection);
    if (obstacle !== undefined) throw new NotRun(obstacle);
    await this.startServer(service);
  }

  /** @returns what is different from the deployed files, in words */
  private async layOutModel(repository: string): Promise<string[]> {
    const { archive = '', published, environment } = this.variant;
    if (published) layOut(published, repository);
    else await unpack(archive, repository);
    defaultModel(environment, repository);
    return published ? serveOnnx(published.engines, repository, this.work) : [];
  }

  private async startServer(service: Service): Promise<void> {
    const { engine, prefix, signal, startTimeout } = this.options;
    const store = service.variant.multiModel ? openStore(engine, service, prefix) : undefined;
    const server = await engine.start(service, this.serverPreparation.models);
    this.server = server;
    this.cleanUps.push(() => server.stop());
    await server.ready(startTimeout, signal);
    if (store) {
      await unpackAll(
        store,
        this.tests.models.flatMap(({ targetModel }) => targetModel ?? []),
      );
      this.host = startHost(server, store, service);
    }
    this.loopback = await this.startLoopback(server);
    this.cleanUps.push(() => this.loopback?.close());
  }

  private startLoopback(server: TritonProcess): Promise<AwsLoopback> {
    const { variantName, smokeTest } = this.variant;
    const started = server.logLength;
    return AwsLoopback.start({
      triton: server.address,
      invocations: this.invocationsOf(server),
      host: this.host,
      variantName,
      endpointConfigName: smokeTest?.EndpointConfigName as string | undefined,
      objects: this.assembly.objects,
      transform: (content) => this.tests.changedFile(content, this.changes),
      logLines: (told) => server.errorsSince(started, told),
      requestTimeoutSeconds: this.options.requestTimeout,
    });
  }

  /** Where the server has a generate route whatever its release. */
  private invocationsOf({ http: address }: TritonProcess): LoopbackOptions['invocations'] {
    const inferenceType = inferenceTypeOf(this.variant);
    if (!address || !inferenceType) return undefined;
    return { address, path: generateRoute(defaultModel(this.variant.environment, this.repository), inferenceType) };
  }

  private async ask(): Promise<VariantReport> {
    const { variant, loopback, server, tests } = this;
    if (!loopback || !server || !variant.smokeTest) return this.verdict('NOT TESTED', 'the endpoint has no smoke test');
    const signal = AbortSignal.any([this.options.signal, server.gone]);
    await this.completeModels(server);
    const { outcome, reason } = await this.smokeTest(loopback, signal);
    const [exchange] = loopback.firstExchanges;
    const asked = this.modelOf(exchange?.targetModel);
    const isReal = asked !== undefined && !this.changes.standsIn(asked);
    const shown = { exchange, expected: isReal ? tests.firstExample(asked) : undefined };
    if (outcome !== 'PASSED' || !exchange) return { ...this.judge(outcome, reason), ...shown };
    const latencies = await measureLatencies(loopback, variant.endpointName, exchange, this.options.requests, signal);
    // A stand-in's latencies say nothing about the model.
    if (isReal) this.keep(latencies);
    return { ...this.judge(outcome, reason), ...shown, latencies, objective: tests.latency };
  }

  /** A model that turns out to need another machine when it is loaded is left out, and the others are asked again. */
  private async smokeTest(loopback: AwsLoopback, signal: AbortSignal): Promise<Verdict> {
    for (;;) {
      const leftOut = this.host?.notRun.size;
      const verdict = await runShippedSmokeTest(this.tests.changedProperties(this.changes), loopback, signal);
      if (leftOut === this.host?.notRun.size) return verdict;
    }
  }

  /** What the smoke test found, with what of the models it says nothing about. */
  private judge(outcome: Outcome, reason: string): VariantReport {
    const { standsIn, leftOut } = this.changes;
    const { models } = this.tests;
    const name = ({ name: modelName, targetModel }: ModelSpec): string => targetModel ?? modelName;
    const found = withModelsAside(outcome, reason, {
      models: models.length,
      notRun: models
        .filter(leftOut)
        .map((model) => `${name(model)} was not run: ${this.host?.notRun.get(name(model))}`),
      notExecuted: models
        .filter(standsIn)
        .map((model) => `${name(model)} was not executed: a stand-in responded with zeros`),
    });
    return this.verdict(found.outcome, found.reason);
  }

  /** Asks the server for the tensors of models of which the configuration has none. */
  private async completeModels(server: TritonProcess): Promise<void> {
    const { tests, host } = this;
    for (const model of tests.models) {
      if (model.inputs.length > 0 || tests.firstExample(model)) continue;
      const { targetModel } = model;
      if (host && targetModel !== undefined && (await host.ensureLoaded(targetModel))) continue;
      const folders = targetModel === undefined ? [] : (host?.store.preparations.get(targetModel)?.models ?? []);
      const loaded = server.http && (await readModel(server.http, model, folders[0]?.name));
      if (loaded && loaded.inputs.length > 0) this.completed.set(model.name, loaded);
    }
  }

  private keep({ at, samples: requests }: Latencies): void {
    const { endpointName, variantName } = this.variant;
    saveMeasurement(this.options.folder, {
      endpointName,
      variantName,
      source: "local run, one request at a time on this host's CPU",
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

  private get changes(): TestChanges {
    const { host, completed, serverPreparation } = this;
    const preparationFor = ({ targetModel }: ModelSpec): Preparation | undefined =>
      targetModel === undefined ? serverPreparation : host?.store.preparations.get(targetModel);
    return {
      // An ensemble's answer is made of its members'.
      standsIn: (model) => preparationFor(model)?.models.some(({ standIn }) => standIn) ?? false,
      leftOut: ({ targetModel }) => targetModel !== undefined && (host?.notRun.has(targetModel) ?? false),
      completed: (model) => completed.get(model.name) ?? model,
    };
  }

  private verdict(outcome: Outcome, reason: string): VariantReport {
    const { models, differences } = this.preparation;
    const completed = [...this.completed.keys()].map(
      (model) =>
        `'${model}' has no inputs in its config.pbtxt and no examples: the request is created from the metadata of the loaded model, but the smoke ` +
        'test of a deployed model reports NOT TESTED',
    );
    const all = [...differences, ...completed];
    return { variant: this.variant, outcome, reason, models: models.map(describeModel), differences: all };
  }

  private failure(error: Error): VariantReport {
    const { signal, network } = this.options;
    if (signal.aborted) return this.verdict('NOT RUN', 'it was stopped');
    const { outcome, reason } = describeFailure(error, { server: this.server, network, variant: this.variant });
    return this.verdict(outcome, reason);
  }
}

function describeModel({ name, backend, standIn }: ServedModel): string {
  return `${name} (${standIn ? `stand-in for ${backend}` : backend})`;
}
