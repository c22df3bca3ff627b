import * as fs from 'fs';
import * as path from 'path';
import { Command, Option } from 'commander';
import { DataType } from '../../lib/model';
import { EngineOptions, EnginePrecision, HardwareCompatibility } from '../../lib/model/engine/engine-options';
import { EngineProfile } from '../../lib/model/engine/engine-profile';
import { DEFAULT_TRITON_RELEASE } from '../../lib/facts/triton-releases';
import { appendValue, parseNonNegativeNumber } from '../input/arguments';
import { print, printNote } from '../output/print';
import { shellWord } from '../output/shell-word';
import { PlannedBuild, planBuild } from './plan-build';
import { addLayerPrecision, addProfile } from './option-parsers';
import { EngineFileDescription, requireReplaceable } from './engine-file';
import { dockerCommand, runBuild } from './run-build';
import { writeSource } from './source-folder';

interface Options {
  readonly instanceType: string;
  readonly release: string;
  readonly maxBatchSize: number;
  readonly precision?: EnginePrecision;
  readonly profile: EngineProfile[];
  readonly plugin: string[];
  readonly layerPrecision: { [layerName: string]: DataType };
  readonly hardwareCompatibility?: HardwareCompatibility;
  readonly extraArgument: string[];
  readonly example: string[];
  readonly optimizationLevel?: number;
  readonly tolerance?: number;
  readonly out: string;
  readonly run?: boolean;
}

/** `cdk-sagemaker-triton engine <model.onnx>` */
export function engineCommand(): Command {
  return new Command('engine')
    .summary('build a TensorRT engine for an instance type on your own host')
    .description(
      'Prepares the build that a deployment would do (ModelFiles.fromEngineBuild), and prints the command that runs the build on a host with the ' +
        'same GPU and Docker; --run runs that command. The build writes model.plan, and model.plan.json with the inputs and outputs of the engine, which the rules read, and its measured latency.',
    )
    .argument('<model>', 'ONNX file')
    .option('--instance-type <type>', 'where the engine will run', 'ml.g4dn.xlarge')
    .option('--release <YY.MM>', 'Triton release of the endpoint', DEFAULT_TRITON_RELEASE)
    .option(
      '--max-batch-size <count>',
      "the model's maxBatchSize, 0 for a model without batch dimension",
      parseNonNegativeNumber,
      16,
    )
    .addOption(
      new Option('--precision <format>', 'number format (default: the types of the ONNX file)').choices(
        Object.values(EnginePrecision),
      ),
    )
    .option(
      '--profile <input=min:opt:max>',
      'shapes of inputs with open dimensions, the batch included: token_ids=1x16:8x128:16x512; may be repeated',
      addProfile,
      [],
    )
    .option('--plugin <library>', 'a library with your own layers; may be repeated', appendValue, [])
    .option(
      '--layer-precision <layer=format>',
      'number format of a layer: *LayerNorm=FP32; may be repeated',
      addLayerPrecision,
      {},
    )
    .addOption(
      new Option('--hardware-compatibility <level>', 'other GPUs that the engine also runs on').choices(
        Object.values(HardwareCompatibility),
      ),
    )
    .option(
      '--extra-argument <option>',
      'a further option of trtexec: --extra-argument=--noTF32; may be repeated',
      appendValue,
      [],
    )
    .option(
      '--example <file>',
      'JSON file with a request, as for ModelExample.fromFile, with which the engine is compared with the ONNX model; may be repeated',
      appendValue,
      [],
    )
    .option(
      '--optimization-level <level>',
      'how long TensorRT searches for faster code: 0 to 5',
      parseNonNegativeNumber,
    )
    .option(
      '--tolerance <share>',
      'how much a value may differ from the value of the ONNX model',
      parseNonNegativeNumber,
    )
    .option('--out <folder>', 'folder for the engine', 'engine')
    .option('--run', 'run the build on this host')
    .action((onnxFile: string, options: Options) => prepareOrRunBuild(onnxFile, options));
}

async function prepareOrRunBuild(onnxFile: string, { out, run, ...options }: Options): Promise<void> {
  const plannedBuild = planBuild({ onnxFile, ...options, examples: options.example, options: engineOptions(options) });
  for (const warning of plannedBuild.warnings) printNote(`warning: ${warning}`);
  fs.mkdirSync(out, { recursive: true });
  requireReplaceable(out);
  if (run) printEngine(await runBuild(plannedBuild, out), out);
  else printInstructions(plannedBuild, path.join(out, 'source'), out);
}

/** Converts the command-line options to engine options, in which unset options are undefined. */
function engineOptions({
  profile,
  plugin: plugins,
  layerPrecision,
  extraArgument: extraArguments,
  ...others
}: Omit<Options, 'out' | 'run'>): EngineOptions {
  const { precision, hardwareCompatibility, optimizationLevel, tolerance } = others;
  return {
    precision,
    hardwareCompatibility,
    optimizationLevel,
    tolerance,
    plugins,
    extraArguments,
    profiles: profile.length > 0 ? profile : undefined,
    layerPrecisions: Object.keys(layerPrecision).length > 0 ? layerPrecision : undefined,
  };
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
