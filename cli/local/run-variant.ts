import * as fs from 'fs';
import * as path from 'path';
import type { ModelSpec } from '../../lib/contracts/smoke-test-properties';
import { print } from '../output/print';
import { AwsLoopback, LoopbackOptions } from './aws-loopback';
import { describeFailure, hostReasonOf } from './describe-failure';
import { measureLatencies } from './latency';
import { LocalAssembly, LocalVariant } from './local-variants';
import { LoopbackClient } from './loopback-client';
import { measureModels, TestedModel } from './measure-models';
import { MultiModelLoader } from './multi-model';
import { NotRunError, notRunReason, VariantOutcome, withSkippedModels } from './outcome';
import { writePublishedFiles } from './published-files';
import { VariantReport } from './report';
import { unpack } from './repository';
import { runDeployedSmokeTest } from './run-smoke-test';
import { defaultModelName, generateRoute, inferenceTypeOf } from './serve-arguments';
import { PreparedModel, Preparation, ServerSetup } from './server-setup';
import { RunOptions } from './run-options';
import { SmokeTestFiles, TestChanges } from './smoke-test-files';
import { TritonProcess } from './triton-process';
import { replaceEnginesWithOnnx } from './unbuilt-engine';
import { createWorkFolder } from './work-folder';

/** The measurement of the latency in the report. */
const MEASUREMENT = { warmup: 1, requests: 100, seconds: 10 };

/** The outcome of the smoke test on this host. */
interface TestResult {
  readonly outcome: VariantOutcome;
  readonly reason: string;
}

/** A variant and the Triton server that serves it on this host. If the server did not start, the report contains the reason. */
export class ServedVariant {
  /** Starts the server, and waits until it is ready. If that fails, `test` returns a report with the reason. */
  public static async start(
    assembly: LocalAssembly,
    variant: LocalVariant,
    options: RunOptions,
  ): Promise<ServedVariant> {
    const served = new ServedVariant(assembly, variant, options);
    try {
      await served.serve();
    } catch (error) {
      served.report = served.reportFailure(error as Error);
    }
    return served;
  }

  /** The local implementation of AWS APIs in front of the server; undefined if the server was not started. */
  public loopback?: AwsLoopback;
  /** Loads the models of a multi-model endpoint. */
  public loader?: MultiModelLoader;
  public server?: TritonProcess;
  /** The folder for temporary files of the run. */
  public readonly workFolder = createWorkFolder();

  private readonly cleanUps: (() => Promise<void> | void)[] = [
    () => fs.rmSync(this.workFolder, { recursive: true, force: true }),
  ];
  private readonly testFiles: SmokeTestFiles;
  private serverPreparation: Preparation = { models: [], differences: [] };
  private report?: VariantReport;

  private constructor(
    private readonly assembly: LocalAssembly,
    public readonly variant: LocalVariant,
    private readonly options: RunOptions,
  ) {
    this.testFiles = new SmokeTestFiles(variant, assembly.assets);
  }

  /** Runs the smoke test that a deployment would run, and measures the latency. */
  public async test(): Promise<VariantReport> {
    try {
      this.report ??= await this.testServer();
    } catch (error) {
      this.report = this.reportFailure(error as Error);
    }
    return this.report;
  }

  /** The specification of the model that receives requests with a target model, as the smoke test uses it. */
  public modelOf(targetModel?: string): ModelSpec | undefined {
    return this.testFiles.models.find((each) => each.targetModel === targetModel);
  }

  /** Stops the server and removes the files of the run. */
  public async stop(): Promise<void> {
    for (const cleanUp of this.cleanUps.reverse()) await cleanUp();
  }

  private async serve(): Promise<void> {
    const { variant, workFolder } = this;
    const { runtime, prefix, verbose } = this.options;
    const hasPrefix = variant.multiModel && prefix !== undefined;
    if (variant.archive === undefined && variant.published === undefined && !hasPrefix) {
      throw new NotRunError(`the model's data (${variant.modelDataUri}) is not in the assembly, only in S3`);
    }
    const setup = { variant, repository: this.repository, workFolder, verbose };
    const differences = variant.multiModel ? [] : await this.writeModelFiles(setup.repository);
    if (variant.multiModel) fs.mkdirSync(setup.repository);
    const preparation = runtime.prepare(setup);
    this.serverPreparation = { ...preparation, differences: [...preparation.differences, ...differences] };
    const { unavailableReason } = this.serverPreparation;
    if (unavailableReason !== undefined) throw new NotRunError(unavailableReason);
    await this.startServer(setup);
  }

  /** Writes the model repository. Returns the differences from the deployed files, as phrases. */
  private async writeModelFiles(repository: string): Promise<string[]> {
    const { archive = '', published, environment } = this.variant;
    if (published) writePublishedFiles(published, repository);
    else await unpack(archive, repository);
    defaultModelName(environment, repository); // throws if the start script of the container would reject the repository
    return published ? replaceEnginesWithOnnx(published.engines, repository, this.workFolder) : [];
  }

  private async startServer(setup: ServerSetup): Promise<void> {
    const { runtime, prefix, signal } = this.options;
    const { endpointName, multiModel } = setup.variant;
    const server = await runtime.start(setup, this.serverPreparation.models);
    this.server = server;
    this.cleanUps.push(() => server.stop());
    await server.waitUntilReady(signal);
    if (multiModel) {
      const report = (targetModel: string, message: string): void =>
        print(`${endpointName}: ${targetModel}: ${message}`);
      this.loader = new MultiModelLoader(runtime, server, setup, report, prefix);
      await this.loader.unpackAll(this.testFiles.models.flatMap(({ targetModel }) => targetModel ?? []));
    }
    this.loopback = await this.startLoopback(server);
    this.cleanUps.push(() => this.loopback?.close());
  }

  private startLoopback(server: TritonProcess): Promise<AwsLoopback> {
    const { variantName, inferenceComponentName, smokeTest } = this.variant;
    return AwsLoopback.start({
      triton: server.address,
      invocations: this.generateRouteOf(server),
      loader: this.loader,
      variantName: inferenceComponentName === undefined ? variantName : undefined,
      inferenceComponentName,
      endpointConfigName: smokeTest?.EndpointConfigName as string | undefined,
      modelName: smokeTest?.ModelName as string | undefined,
      assets: this.assembly.assets,
      transform: (content) => this.testFiles.adaptFile(content, this.changes),
    });
  }

  /** The route for generate requests. It is on the server's HTTP port: the SageMaker port has such a route only from release 25.03. */
  private generateRouteOf({ http: address }: TritonProcess): LoopbackOptions['invocations'] {
    const inferenceType = inferenceTypeOf(this.variant);
    if (!inferenceType) return undefined;
    return { address, path: generateRoute(defaultModelName(this.variant.environment, this.repository), inferenceType) };
  }

  private async testServer(): Promise<VariantReport> {
    const { variant, loopback, server, testFiles: tests } = this;
    if (!loopback || !server || !variant.smokeTest)
      return this.createReport('NOT TESTED', 'the endpoint has no smoke test');
    const signal = AbortSignal.any([this.options.signal, server.exitSignal]);
    const initialLogLength = server.logLength;
    const { outcome, reason: result } = await this.runSmokeTest(loopback, server, signal);
    const logLines = outcome === 'FAILED' ? server.errorsSince(initialLogLength, loopback.errors) : [];
    const reason = logLines.length > 0 ? `${result}\nThe server's log:\n${logLines.join('\n')}` : result;
    const exchange = loopback.firstExchanges.find(({ targetModel = '' }) => !this.loader?.notRun.has(targetModel));
    const model = this.modelOf(exchange?.targetModel);
    const isExecuted = model !== undefined && !this.changes.isReplacedByStandIn(model);
    const messages = { exchange, expected: isExecuted ? tests.firstExample(model) : undefined };
    if (outcome !== 'PASSED' || !exchange) return { ...this.reportResult(outcome, reason), ...messages };
    const target = new LoopbackClient(loopback.url);
    const latencies = await measureLatencies(() => target.send(exchange), { ...MEASUREMENT, signal });
    const testedModels = this.options.latencyTable === undefined ? undefined : this.testedModels(loopback);
    const measuredModels = testedModels && (await measureModels(target, testedModels, signal));
    target.close();
    return { ...this.reportResult(outcome, reason), ...messages, latencies, measuredModels, objective: tests.latency };
  }

  /** The models to which the smoke test has sent requests. */
  private testedModels({ firstExchanges }: AwsLoopback): TestedModel[] {
    return firstExchanges.flatMap((exchange) => {
      const model = this.modelOf(exchange.targetModel);
      if (model === undefined || this.changes.isSkipped(model)) return [];
      return [{ model, exchange, preparedModels: this.preparationOf(model).models }];
    });
  }

  /** Runs the smoke test. If a model turns out to be unable to run on this host, repeats the test without the model, if there are others. */
  private async runSmokeTest(loopback: AwsLoopback, server: TritonProcess, signal: AbortSignal): Promise<TestResult> {
    for (;;) {
      const skippedCount = this.loader?.notRun.size;
      const initialLogLength = server.logLength;
      const result = await runDeployedSmokeTest(this.testFiles.changedProperties(this.changes), loopback, signal);
      if (skippedCount !== this.loader?.notRun.size) continue;
      if (result.outcome === 'PASSED') return result;
      const reason =
        (this.loader ? undefined : hostReasonOf(loopback.errors, this.variant)) ??
        notRunReason(server.logSince(initialLogLength)) ??
        this.reasonOfStandIns(result);
      return reason === undefined ? result : { outcome: 'NOT RUN', reason };
    }
  }

  /** The reason why a failed test shows nothing: models with zeros of a stand-in as inputs; undefined if there are none. */
  private reasonOfStandIns({ outcome, reason }: TestResult): string | undefined {
    const { models } = this.serverPreparation;
    const standIn = models.find((model) => model.standIn);
    if (outcome !== 'FAILED' || !standIn || models.every((model) => model.standIn || model.backend === 'ensemble'))
      return undefined;
    return `the zeros of the stand-in for ${standIn.name} can be the cause of this failure: ${reason}`;
  }

  /** Reports the result of the smoke test, and the models that were not executed. */
  private reportResult(outcome: VariantOutcome, reason: string): VariantReport {
    const { isReplacedByStandIn, isSkipped } = this.changes;
    const { models } = this.testFiles;
    const nameOf = ({ name, targetModel }: ModelSpec): string => targetModel ?? name;
    const finalResult = withSkippedModels(outcome, reason, {
      models: models.length,
      notRun: models
        .filter(isSkipped)
        .map((model) => `${nameOf(model)} was not run: ${this.loader?.notRun.get(nameOf(model))}`),
      notExecuted: models
        .filter(isReplacedByStandIn)
        .map((model) => `${nameOf(model)} was not executed: a stand-in responded with zeros`),
    });
    return this.createReport(finalResult.outcome, finalResult.reason);
  }

  private get repository(): string {
    return path.join(this.workFolder, 'model');
  }

  private get preparation(): Preparation {
    return this.loader?.combinePreparations(this.serverPreparation) ?? this.serverPreparation;
  }

  private preparationOf({ targetModel }: ModelSpec): Preparation {
    if (targetModel === undefined) return this.serverPreparation;
    return this.loader?.preparationOf(targetModel) ?? { models: [], differences: [] };
  }

  private get changes(): TestChanges {
    const { loader } = this;
    return {
      // One stand-in is enough, because the response of an ensemble depends on all its composing models.
      isReplacedByStandIn: (model) => this.preparationOf(model).models.some(({ standIn }) => standIn),
      isSkipped: ({ targetModel }) => targetModel !== undefined && (loader?.notRun.has(targetModel) ?? false),
    };
  }

  private createReport(outcome: VariantOutcome, reason: string): VariantReport {
    const { models, differences } = this.preparation;
    return { variant: this.variant, outcome, reason, models: models.map(describeModel), differences };
  }

  private reportFailure(error: Error): VariantReport {
    const { signal, network } = this.options;
    if (signal.aborted) return this.createReport('NOT RUN', 'it was stopped');
    const { outcome, reason } = describeFailure(error, { server: this.server, network, variant: this.variant });
    return this.createReport(outcome, reason);
  }
}

function describeModel({ name, backend, standIn }: PreparedModel): string {
  return `${name} (${standIn ? `stand-in for ${backend}` : backend})`;
}
