import { Duration, Stack } from 'aws-cdk-lib';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct, Dependable } from 'constructs';
import { hashFiles } from '../../artifacts/hash-files';
import { HashedFile } from '../../artifacts/repository-file';
import { EngineBuilder } from '../../engine/engine-builder';
import { RECORD } from '../../engine/engine-properties';
import { error, Finding } from '../../findings/finding';
import { durationWithin } from '../../findings/ranges';
import { reportFindings } from '../../findings/report';
import { Backend, TritonModel } from '../../model';
import { TritonImage } from '../image';
import { checkImage } from '../image/check';
import { buildNetwork } from '../network/build';
import { checkNetwork } from '../network/check';
import { checkEngines, checkRetention } from './check';
import { engineJobs } from './jobs';
import { imageLabel, engineTarget } from './targets';
import { TensorRtEngineProps } from './tensorrt-engine-props';

/** A wait condition waits up to 12 hours (CloudFormation template reference, AWS::CloudFormation::WaitCondition, read 2026-11-22). */
const LONGEST_BUILD = Duration.hours(11);

/**
 * A TensorRT engine that is built from an ONNX file in a separate stack, before the stacks that serve it are deployed. Use it for builds
 * that exceed the 50 minutes that the deployment of an endpoint allows. The deployment waits for the engine, and fails if the engine cannot
 * be built.
 *
 * An endpoint with the same files, image and GPU, and with the bucket of the engine as its `modelBucket`, uses this engine and does not
 * build one. For a benchmark, download the engine and pass it to `ModelFiles.fromFile`.
 *
 * @throws one error with all findings if the engine could not be built
 * @see https://docs.nvidia.com/deeplearning/tensorrt/latest/reference/command-line-programs.html
 * @example
 * new TensorRtEngine(stack, 'Engine', {
 *   files: ModelFiles.engineFrom('models/bert.onnx', {}),
 *   maxBatchSize: 16,
 *   instanceType: InstanceType.G5_XLARGE,
 * });
 */
export class TensorRtEngine extends Construct {
  /** S3 bucket that contains the engine. */
  public readonly bucket: IBucket;

  /**
   * Prefix of the engine's objects, with a trailing `/`. The object `engine.json` under the prefix is the record of the engine. In the
   * record, `plan` is the S3 key of the engine, and `sidecar` describes the engine, including its measured latency.
   */
  public readonly prefix: string;

  /** SHA-256 of everything that determines the engine: files, options, TensorRT version, image and GPU. */
  public readonly engineKey: string;

  /** S3 URI of the engine's record. */
  public readonly recordUri: string;

  constructor(scope: Construct, id: string, props: TensorRtEngineProps) {
    super(scope, id);
    const { instanceType, image = TritonImage.defaultRelease(), maxBuildTime = Duration.hours(3) } = props;
    const model = modelOf(props, image);
    reportFindings(this, this.check(model, { ...props, image, maxBuildTime }));

    const bound = image.bind(this);
    const engine = engineOf(model, imageLabel(Stack.of(this), image, bound.uri));
    const { bucket, enginePrefix, ready } = EngineBuilder.of(this).build(engine, props.examples ?? [], {
      instanceType,
      image: bound,
      bucket: props.bucket,
      network: buildNetwork(this, props).jobs,
      encryptionKey: props.encryptionKey,
      maxBuildTime,
      jobs: engineJobs(instanceType, image, props.engineJob),
      unusedRetention: props.unusedEngineRetention,
      ahead: true,
    });
    this.bucket = bucket;
    this.engineKey = engine.sha256;
    this.prefix = `${enginePrefix}${engine.sha256}/`;
    this.recordUri = bucket.s3UrlForObject(`${this.prefix}${RECORD}`);
    // What depends on this waits for the engine. The security group that the job needs cannot wait for it.
    Dependable.implement(this, { dependencyRoots: Dependable.of(ready).dependencyRoots });
  }

  private check(
    model: TritonModel,
    props: TensorRtEngineProps & { readonly image: TritonImage; readonly maxBuildTime: Duration },
  ): Finding[] {
    const { files, image, instanceType, maxBuildTime } = props;
    if (!files._engine) {
      return [error('engine.files', 'files', 'got existing files; allowed: ModelFiles.engineFrom or engineFromS3')];
    }
    return [
      ...model.validate({ tritonRelease: image.release, instanceType, customImage: !image._published }),
      ...checkImage(this, image, [instanceType], 'instanceType'),
      ...checkEngines([model], { image, instanceTypes: [instanceType] }, props.engineJob),
      ...checkNetwork(props),
      ...checkRetention(props.unusedEngineRetention),
      ...durationWithin(maxBuildTime, {
        ruleId: 'engine.build-time',
        field: 'maxBuildTime',
        minimum: 60,
        maximum: LONGEST_BUILD.toSeconds(),
      }),
    ];
  }
}

/** What the rules on models look at. */
function modelOf({ files, maxBatchSize, instanceType }: TensorRtEngineProps, image: TritonImage): TritonModel {
  const target = engineTarget(instanceType, image);
  const model = new TritonModel({ name: 'engine', backend: Backend.TENSORRT, files, maxBatchSize });
  return target ? model._forTargets([target]) : model;
}

function engineOf(model: TritonModel, image: string): HashedFile {
  const [{ build, ...file }] = model._entries();
  if (!build?.target) throw new Error('the engine has no target'); // a finding before
  return hashFiles([{ ...file, build: { ...build, target: { ...build.target, image } } }])[0];
}
