import { Command, InvalidArgumentError } from 'commander';
import { positiveInteger } from '../arguments';
import { DEFAULT_TRITON_RELEASE } from '../../lib/platform/triton-releases';
import { engineRecipe } from './recipe';
import { print } from '../print';

interface EngineOptions {
  readonly instanceType: string;
  readonly release: string;
  readonly maxBatchSize: number;
  readonly shape: Record<string, number[]>;
}

/** `cdk-sagemaker-triton engine <model.onnx>` */
export function engineCommand(): Command {
  return new Command('engine')
    .summary('print how to build a TensorRT engine for an instance type')
    .description(
      'Prints the trtexec command that builds a TensorRT engine from an ONNX model for an instance type and a Triton release, and ' +
        'the model.plan.json that lets the construct check at synth that engine, instance type and image fit. It builds nothing itself.',
    )
    .argument('<model>', 'ONNX file')
    .option('--instance-type <type>', 'where the engine will run', 'ml.g4dn.xlarge')
    .option('--release <YY.MM>', 'Triton release of the endpoint', DEFAULT_TRITON_RELEASE)
    .option('--max-batch-size <count>', "the model's maxBatchSize", positiveInteger, 16)
    .option(
      '--shape <input=dims>',
      'largest shape of an input with open dimensions, without the batch: tokens=512',
      addShape,
      {},
    )
    .action((onnxFile: string, { shape: shapes, ...options }: EngineOptions) => {
      const { gpu, command, sidecar } = engineRecipe({ onnxFile, shapes, ...options });
      print(`# 1. On a machine with the same GPU as ${options.instanceType} (${gpu}):\n${command}\n`);
      print(`# 2. Beside model.plan, as model.plan.json:\n${JSON.stringify(sidecar, undefined, 2)}`);
    });
}

function addShape(text: string, shapes: Record<string, number[]>): Record<string, number[]> {
  const [, input, dims] = /^(.+)=(\d+(?:x\d+)*)$/.exec(text) ?? [];
  if (input === undefined) throw new InvalidArgumentError('it looks like tokens=512 or image=3x224x224');
  return { ...shapes, [input]: dims.split('x').map(Number) };
}
