import { Duration, Stack } from 'aws-cdk-lib';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct, Dependable } from 'constructs';
import { hashFiles } from '../../artifacts/hash-files';
import { HashedFile } from '../../artifacts/repository-file';
import { EngineBuilder } from '../../engine/engine-builder';
import { RECORD } from '../../contracts/engine-properties';
import { error, Finding } from '../../findings/finding';
import { checkDurationRange } from '../../findings/ranges';
import { reportFindings } from '../../findings/report';
import { Backend, TritonModel } from '../../model';
import { TritonImage } from '../image';
import { checkImage } from '../image/check';
import { buildNetwork } from '../network/build';
import { checkNetwork } from '../network/check';
import { checkEngines } from './check';
import { jobKindsToTry } from './jobs';
import { imageLabel, engineTarget } from './targets';
import { TensorRtEngineProps } from './tensorrt-engine-props';

/**
 * One hour less than the 12 hours for which a wait condition can wait (CloudFormation template reference,
 * AWS::CloudFormation::WaitCondition, read 2026-11-22).
 */
const MAX_BUILD_TIME = Duration.hours(11);

/**
 * A TensorRT engine that is built from an ONNX file in a separate stack, before the stacks that serve it are deployed. Use it for builds
 * that exceed the 50 minutes that the deployment of an endpoint allows. The deployment waits for the engine, and fails if the engine cannot
 * be built.
 *
 * An endpoint with the same files, image and GPU, and with the bucket of the engine as its `modelBucket`, uses this engine and does not
 * build one. For a benchmark, download the engine and pass it to `ModelFiles.fromFile`.
 *
 * @throws one error with all findings if the properties are invalid
 * @see https://docs.nvidia.com/deeplearning/tensorrt/latest/reference/command-line-programs.html
 * @example
 * new TensorRtEngine(stack, 'Engine', {
 *   files: ModelFiles.fromEngineBuild('models/bert.onnx', {}),
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

  /**
   * Checks the properties, and creates the resources that build the engine during the deployment.
   *
   * @param scope scope of the construct, such as a stack
   * @param id ID of the construct, unique within the scope. A change of the ID replaces the resources
   * @param props ONNX file, instance type and options of the build
   */
  constructor(scope: Construct, id: string, props: TensorRtEngineProps) {
    super(scope, id);
    const { instanceType, image = TritonImage.defaultRelease(), maxBuildTime = Duration.hours(3) } = props;
    const model = modelOf(props, image);
    reportFindings(this, this.check(model, { ...props, image, maxBuildTime }));

    const boundImage = image._bind(this);
    const engine = engineOf(model, imageLabel(Stack.of(this), image, boundImage.uri));
    const { bucket, enginePrefix, dependency } = EngineBuilder.of(this).build(engine, props.examples ?? [], {
      instanceType,
      image: boundImage,
      bucket: props.bucket,
      network: buildNetwork(this, props).jobs,
      encryptionKey: props.encryptionKey,
      maxBuildTime,
      jobs: jobKindsToTry(instanceType, image, props.engineJob),
      hasWaitCondition: true,
    });
    this.bucket = bucket;
    this.engineKey = engine.sha256;
    this.prefix = `${enginePrefix}${engine.sha256}/`;
    this.recordUri = bucket.s3UrlForObject(`${this.prefix}${RECORD}`);
    // Resources that depend on this construct wait for the engine, not for the security group: the job already requires the group.
    Dependable.implement(this, { dependencyRoots: Dependable.of(dependency).dependencyRoots });
  }

  private check(
    model: TritonModel,
    props: TensorRtEngineProps & { readonly image: TritonImage; readonly maxBuildTime: Duration },
  ): Finding[] {
    const { files, image, instanceType, maxBuildTime } = props;
    if (!files._engine) {
      return [
        error('engine.files', 'files', 'got existing files; allowed: ModelFiles.fromEngineBuild or fromEngineBuildS3'),
      ];
    }
    return [
      ...model.validate({ tritonRelease: image.release, instanceType, customImage: !image._published }),
      ...checkImage(this, image, [instanceType], 'instanceType'),
      ...checkEngines([model], { image, instanceTypes: [instanceType] }, props.engineJob),
      ...checkNetwork(props),
      ...checkDurationRange(maxBuildTime, {
        ruleId: 'engine.build-time',
        field: 'maxBuildTime',
        minimum: 60,
        maximum: MAX_BUILD_TIME.toSeconds(),
      }),
    ];
  }
}

/** A model that consists of the engine, so the rules for models can check it. */
function modelOf({ files, maxBatchSize, instanceType }: TensorRtEngineProps, image: TritonImage): TritonModel {
  const target = engineTarget(instanceType, image);
  const model = new TritonModel({ name: 'engine', backend: Backend.TENSORRT, files, maxBatchSize });
  return target ? model._forTargets([target]) : model;
}

function engineOf(model: TritonModel, image: string): HashedFile {
  const [{ build, ...file }] = model._entries();
  if (!build?.target) throw new Error('the engine has no target'); // unreachable: a finding was reported before
  return hashFiles([{ ...file, build: { ...build, target: { ...build.target, image } } }])[0];
}
