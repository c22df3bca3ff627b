import * as fs from 'fs';
import * as path from 'path';
import { EngineOptions, EnginePrecision } from '../../lib/model/engine/engine-options';
import type { ShapesByInput } from '../../lib/model/engine/engine-profile';
import { print, printNote } from '../output/print';
import { shellWord } from '../output/shell-word';
import { EngineFileDescription, requireNoEngine } from './engine-file';
import { PlannedBuild, planBuild } from './plan-build';
import { dockerCommand, runBuild } from './run-build';
import { requireNoLink, writeSource } from './source-folder';

/** The options of the command. */
export interface EngineCommandOptions {
  readonly instanceType: string;
  readonly release: string;
  readonly maxBatchSize: number;
  readonly precision?: EnginePrecision;
  readonly profile: ShapesByInput[];
  readonly plugin: string[];
  readonly extraArgument: string[];
  readonly example: string[];
  readonly tolerance?: number;
  readonly out: string;
  readonly run?: boolean;
}

/** Prepares the build of the engine, and runs the build if the options say so. */
export async function runEngine(onnxFile: string, { out, run, ...options }: EngineCommandOptions): Promise<void> {
  const plannedBuild = planBuild({ onnxFile, ...options, examples: options.example, options: engineOptions(options) });
  for (const warning of plannedBuild.warnings) printNote(`warning: ${warning}`);
  requireNoLink(out);
  fs.mkdirSync(out, { recursive: true });
  requireNoEngine(out);
  if (run) printEngine(await runBuild(plannedBuild, out), out);
  else printInstructions(plannedBuild, path.join(out, 'source'), out);
}

/** Converts the command-line options to engine options, in which unset options are undefined. */
function engineOptions({
  profile,
  plugin: plugins,
  extraArgument: extraArguments,
  precision,
  tolerance,
}: Omit<EngineCommandOptions, 'out' | 'run'>): EngineOptions {
  return { precision, tolerance, plugins, extraArguments, profiles: profile.length > 0 ? profile : undefined };
}

function printInstructions({ files, gpu, image }: PlannedBuild, source: string, out: string): void {
  writeSource(files, source);
  print(`# ${source} contains the sources of the engine. On a host with Docker and an ${gpu}:`);
  print(dockerCommand(image, source, out).map(shellWord).join(' '));
  print(
    `# Then ${path.join(out, 'model.plan')} and ${path.join(out, 'model.plan.json')} belong in the model's version folder.`,
  );
}

function printEngine({ bytes, latency = [] }: EngineFileDescription, out: string): void {
  print(`${path.join(out, 'model.plan')}: ${bytes} bytes`);
  for (const { profile, batch, median, p99, throughput } of latency) {
    print(`profile ${profile}, batch ${batch}: median ${median} ms, p99 ${p99} ms, ${throughput} inferences/s`);
  }
}
