import { Command, Option } from 'commander';
import { DEFAULT_TRITON_RELEASE } from '../../lib/facts/triton-releases';
import { EnginePrecision } from '../../lib/model/engine/engine-options';
import { appendValue, parseNonNegativeNumber } from '../input/arguments';
import { addProfile } from './option-parsers';
import type { EngineCommandOptions } from './run-engine';

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
      '--tolerance <share>',
      'how much a value may differ from the value of the ONNX model',
      parseNonNegativeNumber,
    )
    .option('--out <folder>', 'folder for the engine', 'engine')
    .option('--run', 'run the build on this host')
    .action(async (onnxFile: string, options: EngineCommandOptions) => {
      const { runEngine } = await import('./run-engine.js');
      await runEngine(onnxFile, options);
    });
}
