import { Annotations, CustomResource, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct, Dependable, IDependable } from 'constructs';
import { addSourceFiles } from '../artifacts/engine-source-files';
import { BuiltEngine } from '../artifacts/model-data-options';
import { ModelPublisher } from '../artifacts/model-publisher';
import { HashedFile } from '../artifacts/repository-file';
import { ModelExample } from '../model';
import { InstanceType } from '../platform';
import { buildOf, EngineBuild } from '../model/engine/engine-build';
import { sourcePathOf } from '../model/engine/engine-description';
import { LibraryFunction } from '../cdk/library-function';
import { FUNCTION_REASONS, WILDCARD_REASONS } from '../cdk/nag-reasons';
import { stackSingleton } from '../cdk/stack-singleton';
import { BuildSite } from './build-site';
import { buildJobPermissions, volumeSizeOf } from './build-job';
import { EngineFolderProperties, EngineProperties, FOLDER_TYPE } from '../contracts/engine-properties';
import { JobRole } from './job-role';
import { grantKey, keyBehind } from '../cdk/keys';

const ID = 'TritonEngines';

/** An engine in S3. */
export interface EngineResource extends BuiltEngine {
  readonly bucket: IBucket;
}

/** Builds engines during the deployment of a stack, with one Lambda function, one role for the jobs, and one custom resource per engine. */
export class EngineBuilder extends Construct {
  /** Returns the builder of the stack. */
  public static of(scope: Construct): EngineBuilder {
    return stackSingleton(scope, ID, (stack) => new EngineBuilder(stack));
  }

  /**
   * Returns the role of the jobs of a stack, which SageMaker also requires to remove the network interfaces of the jobs. Empty if the stack
   * builds no engines. Evaluated at synthesis, because the first engine can be added after the call.
   */
  public static roleOfJobs(scope: Construct): IDependable {
    const role: IDependable = {};
    Dependable.implement(role, {
      get dependencyRoots() {
        const builder = Stack.of(scope).node.tryFindChild(ID) as EngineBuilder | undefined;
        return builder ? Dependable.of(builder.jobRole.role).dependencyRoots : [];
      },
    });
    return role;
  }

  private readonly libraryFunction: LibraryFunction;
  private readonly jobRole: JobRole;
  private readonly builtEngines = new Map<string, EngineResource>();
  /** The most recently added build on each instance type. */
  private readonly lastBuilds = new Map<string, IDependable>();

  private constructor(stack: Stack) {
    super(stack, ID);
    this.libraryFunction = new LibraryFunction(this, {
      handler: 'build-engine',
      description: 'Lets SageMaker build TensorRT engines, and waits for them',
      timeout: Duration.minutes(15),
      memorySize: 1024,
      reasons: FUNCTION_REASONS.engines,
      wildcards: WILDCARD_REASONS.engines,
    });
    this.jobRole = new JobRole(this);
    this.libraryFunction.allow(
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [this.jobRole.role.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'sagemaker.amazonaws.com' } },
      }),
    );
  }

  /**
   * Builds the TensorRT engine that a model file requires. An engine with the same key (hash of all build inputs) is built once per bucket.
   *
   * @param engine the file, with its key and the inputs of the build
   * @param examples requests that compare the engine with the ONNX model
   * @param site instance type, image, network and keys of the build
   */
  public build(engine: HashedFile, examples: ModelExample[], site: BuildSite): EngineResource {
    const bucket = site.bucket ?? ModelPublisher.of(this).ownBucket;
    const id = `${bucket.node.addr}/${engine.sha256}`;
    const resource = this.builtEngines.get(id) ?? this.create(engine, examples, { ...site, bucket });
    this.builtEngines.set(id, resource);
    return resource;
  }

  private create(engine: HashedFile, examples: ModelExample[], site: BuildSite & { bucket: IBucket }): EngineResource {
    const { bucket, instanceType, image, network, maxBuildTime } = site;
    const { sha256: key } = engine;
    const build = buildOf({ files: [engine] });
    if (!build) throw new Error(`${engine.path} cannot be built on ${instanceType}`); // the endpoint has reported this
    const publisher = ModelPublisher.of(this);
    const enginePrefix = publisher.enginePrefixIn(bucket);
    const sources = addSourceFiles(this, engine, build, examples);
    const permissions = this.allowBuild(sources.bucketName, enginePrefix, site);
    const onnx = this.allowSourceObject(build);
    const { encryptionKey } = site;
    const id = `${key.slice(0, 16)}${bucket.node.addr.slice(0, 8)}`;
    const properties: EngineProperties = {
      Bucket: bucket.bucketName,
      Prefix: `${enginePrefix}${key}/`,
      SourceBucket: sources.bucketName,
      ManifestKey: sources.objectKey,
      Onnx: onnx,
      InstanceType: instanceType.name,
      ImageUri: image.uri,
      RoleArn: this.jobRole.role.roleArn,
      VolumeSizeInGB: `${volumeSizeOf(instanceType, engine)}`,
      MaxRuntimeInSeconds: `${maxBuildTime.toSeconds()}`,
      Subnets: network?.subnets,
      SecurityGroupIds: network?.securityGroupIds,
      KmsKeyArn: keyBehind(bucket.encryptionKey)?.keyArn,
      VolumeKmsKeyArn: instanceType.hasLocalStorage === false ? encryptionKey?.keyArn : undefined,
    };
    const resource = new CustomResource(this, id, {
      resourceType: 'Custom::TritonEngine',
      serviceToken: this.libraryFunction.function.functionArn,
      serviceTimeout: Duration.hours(1),
      properties: { ...properties },
    });
    Annotations.of(resource).addInfoV2(
      'cdk-sagemaker-triton:engine.quota',
      `builds on ${instanceType} in a training job unless the engine already exists; the build requires the quota '${instanceType} for training job usage' of Amazon SageMaker`,
    );
    // With these dependencies, the permissions of the function and of the job are deleted after the resource.
    resource.node.addDependency(
      this.libraryFunction.allowSelfInvocation(),
      permissions,
      this.jobRole.role,
      ...(network?.dependencies ?? []),
      ...this.folderIn(bucket, permissions),
      ...this.previousBuild(instanceType),
    );
    this.lastBuilds.set(instanceType.name, resource);
    return { bucket, enginePrefix, dependency: resource };
  }

  /**
   * Returns the custom resource that empties the folder of the engines in a bucket of the stack: CloudFormation does not delete a bucket
   * that is not empty. In a bucket of the user, engines are kept, since other stacks may use them.
   */
  private folderIn(bucket: IBucket, permissions: IDependable): IDependable[] {
    const publisher = ModelPublisher.of(this);
    if (!publisher.owns(bucket)) return [];
    const id = `Folder${bucket.node.id}`;
    const properties = { Bucket: bucket.bucketName, Prefix: publisher.enginePrefixIn(bucket) };
    return [this.node.tryFindChild(id) ?? this.createFolder(id, properties, permissions)];
  }

  private createFolder(id: string, properties: EngineFolderProperties, permissions: IDependable): CustomResource {
    const folder = new CustomResource(this, id, {
      resourceType: FOLDER_TYPE,
      serviceToken: this.libraryFunction.function.functionArn,
      serviceTimeout: Duration.minutes(15),
      properties: { ...properties },
    });
    folder.node.addDependency(this.libraryFunction.allowSelfInvocation(), permissions);
    return folder;
  }

  /**
   * Returns the previous build on the same instance type. Such builds run in sequence, because the quota might be 1, and a build that waits for
   * other builds could exceed its timeout of one hour.
   */
  private previousBuild({ name }: InstanceType): IDependable[] {
    const previous = this.lastBuilds.get(name);
    return previous ? [previous] : [];
  }

  private allowBuild(sourceBucket: string, enginePrefix: string, site: BuildSite & { bucket: IBucket }): IDependable {
    const { bucket } = site;
    this.jobRole.allowBuild(site);
    this.libraryFunction.allowReplaceable(buildJobPermissions(Stack.of(this)));
    this.jobRole.allowBucket(bucket, enginePrefix);
    return ModelPublisher.of(this).allowCopies(this.libraryFunction, sourceBucket, bucket, enginePrefix);
  }

  /** Returns the location of an ONNX file in S3, and allows the function to read the file. Undefined for a local ONNX file. */
  private allowSourceObject({ sources }: EngineBuild): EngineProperties['Onnx'] {
    const source = sources.find(({ object }) => object !== undefined);
    if (!source?.object) return undefined;
    const { bucket, key } = source.object;
    this.libraryFunction.allowReplaceable(
      new PolicyStatement({ actions: ['s3:GetObject'], resources: [bucket.arnForObjects(key)] }),
    );
    grantKey(bucket.encryptionKey, this.libraryFunction.grantee, 'kms:Decrypt');
    return { Bucket: bucket.bucketName, Key: key, Path: sourcePathOf(source) };
  }
}
