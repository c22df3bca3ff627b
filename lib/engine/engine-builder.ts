import { Annotations, CfnWaitCondition, CfnWaitConditionHandle, CustomResource, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct, Dependable, IDependable } from 'constructs';
import { keepObjects } from '../artifacts/kept-objects';
import { ModelPublisher } from '../artifacts/model-publisher';
import { HashedFile } from '../artifacts/repository-file';
import { ModelExample } from '../model';
import type { EngineBuild } from '../model/engine/engine-build';
import { sourcePathOf } from '../model/engine/engine-description';
import { acknowledgeWildcards } from '../platform/acknowledge';
import { EngineJobKind } from '../platform/engine-jobs';
import { FunctionPolicy } from '../platform/function-policy';
import { createLibraryFunction } from '../platform/library-function';
import { FUNCTIONS, WILDCARDS } from '../platform/nag-reasons';
import { stackSingleton } from '../platform/stack-singleton';
import { BuildSite } from './build-site';
import { runJobs } from './builder-permissions';
import { EngineProperties } from './engine-properties';
import { addSources } from './engine-sources';
import { JobRole } from './job-role';
import { volumeSizeOf } from './volume-size';

const ID = 'TritonEngines';
const UNUSED_DAYS = 30;
/** For the start of the instance, for other jobs that use the quota, and for the last look at the job. */
const BEFORE_A_BUILD = Duration.hours(1);

/** An engine in S3, as the rest of the template knows it. */
export interface EngineResource {
  readonly bucket: IBucket;
  /** Prefix of all engines of the bucket, with its `/`. */
  readonly enginePrefix: string;
  /** What has to be deployed before the engine is there. */
  readonly ready: IDependable;
}

/** Builds engines inside a stack's deployment: one function and one role of the jobs, and one resource for each engine, whoever needs it. */
export class EngineBuilder extends Construct {
  /** The stack's builder. */
  public static of(scope: Construct): EngineBuilder {
    return stackSingleton(scope, ID, (stack) => new EngineBuilder(stack));
  }

  /**
   * What the jobs of a stack need, and SageMaker until it has removed their network interfaces; nothing in a stack that builds none. The
   * first engine may be added later.
   */
  public static permissionsOfJobs(scope: Construct): IDependable {
    const permissions: IDependable = {};
    Dependable.implement(permissions, {
      get dependencyRoots() {
        const builder = Stack.of(scope).node.tryFindChild(ID) as EngineBuilder | undefined;
        return (builder?.jobRole.ready ?? []).flatMap((ready) => Dependable.of(ready).dependencyRoots);
      },
    });
    return permissions;
  }

  private readonly handler: Function;
  private readonly policy: FunctionPolicy;
  private readonly jobRole: JobRole;
  private readonly built = new Map<string, EngineResource>();
  /** The last build on each quota. */
  private readonly turns = new Map<string, IDependable>();
  private readonly allowed = new Set<unknown>();

  private constructor(stack: Stack) {
    super(stack, ID);
    const { handler, policy } = createLibraryFunction(this, {
      handler: 'build-engine',
      description: 'Lets SageMaker build TensorRT engines, and waits for them',
      timeout: Duration.minutes(15),
      memorySize: 1024,
      reasons: FUNCTIONS.engines,
      invokesItself: true,
    });
    this.handler = handler;
    this.policy = policy;
    this.jobRole = new JobRole(this);
    this.allow(
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [this.jobRole.role.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'sagemaker.amazonaws.com' } },
      }),
    );
  }

  /**
   * The engine of a file that has a target. A second one with the same key is the same.
   *
   * @param engine the file, with its key and with what it is built from
   * @param examples requests with which the engine is compared with the ONNX model
   * @param site where it is built
   */
  public build(engine: HashedFile, examples: ModelExample[], site: BuildSite): EngineResource {
    const bucket = site.bucket ?? ModelPublisher.of(this).ownBucket;
    const id = `${bucket.node.addr}/${engine.sha256}`;
    const known = this.built.get(id) ?? this.create(engine, examples, { ...site, bucket });
    this.built.set(id, known);
    return known;
  }

  private create(engine: HashedFile, examples: ModelExample[], site: BuildSite & { bucket: IBucket }): EngineResource {
    const { bucket, instanceType, image, network, maxBuildTime, unusedRetention } = site;
    const { build, sha256: key } = engine;
    const [kind, other] = site.jobs;
    if (!build || !kind) throw new Error(`${engine.path} cannot be built on ${instanceType}`); // findings before
    const publisher = ModelPublisher.of(this);
    const enginePrefix = publisher.enginePrefixIn(bucket);
    const sources = addSources(this, engine, build, examples, site.staging);
    this.allowBuild(sources.bucketName, enginePrefix, site);
    const onnx = this.readObject(build);
    const { encryptionKey } = site;
    const id = `${key.slice(0, 16)}${bucket.node.addr.slice(0, 8)}`;
    // Signals of an earlier deployment stay with a handle, and conditions cannot be updated: another engine or time has others.
    const wait = `${id}${maxBuildTime.toSeconds()}`;
    const handle = site.ahead ? new CfnWaitConditionHandle(this, `Handle${wait}`) : undefined;
    const properties: EngineProperties = {
      Bucket: bucket.bucketName,
      OwnBucket: publisher.owns(bucket) ? 'true' : undefined,
      Prefix: `${enginePrefix}${key}/`,
      SourceBucket: sources.bucketName,
      ManifestKey: sources.objectKey,
      Onnx: onnx,
      Job: kind,
      OtherJob: other,
      InstanceType: instanceType.name,
      ImageUri: image.uri,
      RoleArn: this.jobRole.role.roleArn,
      VolumeSizeInGB: `${volumeSizeOf(instanceType, engine)}`,
      MaxRuntimeInSeconds: `${maxBuildTime.toSeconds()}`,
      Subnets: network?.subnets,
      SecurityGroupIds: network?.securityGroupIds,
      KmsKeyArn: bucket.encryptionKey?.keyArn,
      VolumeKmsKeyArn: instanceType.hasLocalStorage === false ? encryptionKey?.keyArn : undefined,
      WaitHandle: handle?.ref,
      UnusedDays: `${unusedRetention?.toDays() ?? UNUSED_DAYS}`,
    };
    const resource = new CustomResource(this, id, {
      resourceType: 'Custom::TritonEngine',
      serviceToken: this.handler.functionArn,
      serviceTimeout: Duration.hours(1),
      properties: { ...properties },
    });
    const quotaOf = (job: EngineJobKind): string => `'${instanceType} for ${job} job usage'`;
    Annotations.of(resource).addInfoV2(
      'cdk-sagemaker-triton:engine.quota',
      `builds on ${instanceType} in a ${kind} job unless the engine already exists; the build requires the quota ${quotaOf(kind)} of Amazon SageMaker` +
        (other ? `, and ${quotaOf(other)} if the driver of the ${kind} job is too old for the image` : ''),
    );
    // With its permissions, and those of the job, which are removed after it.
    resource.node.addDependency(
      this.policy.ready,
      ...this.jobRole.ready,
      ...(network?.ready ?? []),
      ...this.inTurn(quotaOf(kind)),
    );
    const ready = handle ? this.waitFor(resource, wait, handle, maxBuildTime) : resource;
    this.turns.set(quotaOf(kind), ready);
    return { bucket, enginePrefix, ready };
  }

  /** The quota may be 1: if builds that share it began together, the last one would spend its hour waiting for the others. */
  private inTurn(quota: string): IDependable[] {
    const previous = this.turns.get(quota);
    return previous ? [previous] : [];
  }

  private waitFor(
    resource: CustomResource,
    id: string,
    { ref: handle }: CfnWaitConditionHandle,
    maxBuildTime: Duration,
  ): IDependable {
    const timeout = `${maxBuildTime.plus(BEFORE_A_BUILD).toSeconds()}`;
    const condition = new CfnWaitCondition(this, `Wait${id}`, { handle, timeout, count: 1 });
    condition.node.addDependency(resource);
    return condition;
  }

  private allowBuild(sourceBucket: string, enginePrefix: string, site: BuildSite & { bucket: IBucket }): void {
    const { bucket, jobs } = site;
    const stack = Stack.of(this);
    for (const kind of jobs) {
      this.jobRole.allowBuild(kind, site);
      if (this.isNew(kind)) this.allow(runJobs(stack, kind));
    }
    this.jobRole.allowBucket(bucket, enginePrefix);
    if (!this.isNew(bucket)) return;
    this.allow(...keepObjects(stack, sourceBucket, bucket, enginePrefix));
    bucket.encryptionKey?.grant(this.policy.grantee, 'kms:Decrypt', 'kms:GenerateDataKey');
  }

  /** Of an ONNX file that is in S3. */
  private readObject({ sources }: EngineBuild): EngineProperties['Onnx'] {
    const source = sources.find(({ object }) => object !== undefined);
    if (!source?.object) return undefined;
    const { bucket, key } = source.object;
    this.allow(new PolicyStatement({ actions: ['s3:GetObject'], resources: [bucket.arnForObjects(key)] }));
    bucket.encryptionKey?.grantDecrypt(this.policy.grantee);
    return { Bucket: bucket.bucketName, Key: key, Path: sourcePathOf(source) };
  }

  private isNew(what: unknown): boolean {
    const isNew = !this.allowed.has(what);
    this.allowed.add(what);
    return isNew;
  }

  private allow(...statements: PolicyStatement[]): void {
    this.policy.addStatements(...statements);
    acknowledgeWildcards(this, statements, WILDCARDS.engines);
  }
}
