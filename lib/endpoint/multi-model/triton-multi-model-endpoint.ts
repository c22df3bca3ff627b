import { Lazy } from 'aws-cdk-lib';
import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { TritonModel } from '../../model';
import { HostedEndpoint } from '../hosted-endpoint';
import { importEndpointByArn, ImportedEndpoint, TritonEndpointAttributes } from '../imported-endpoint';
import { grantAddingObjects } from './build';
import { ModelSet } from './model-set';
import { resolveModelSet, resolveMultiModel } from './resolve';
import { reportFindings } from '../../findings/report';
import { ITritonEndpoint } from '../triton-endpoint';
import { TritonMultiModelEndpointProps } from './options';
import { rulePage } from '../../findings/rule-page';

/**
 * Any number of Triton models behind one SageMaker endpoint on GPU instances. Each is an archive under one prefix in S3; SageMaker loads
 * it when a request names it, and unloads the one that was asked for least recently when GPU memory runs out.
 *
 * Models, names, instance type and limits are checked when the construct is made and when a model is added.
 *
 * @throws one error with all findings when Triton or SageMaker would refuse something
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/multi-model-endpoints.html
 * @example
 * const endpoint = new TritonMultiModelEndpoint(stack, 'Animals', { models: [TritonModel.fromDirectory('models/cat')] });
 * endpoint.targetModel('cat'); // what a request names
 */
export class TritonMultiModelEndpoint extends HostedEndpoint {
  /**
   * An endpoint that was made elsewhere, in the stack's account and region.
   *
   * @param endpointName its name, spelled as it was created
   */
  public static fromEndpointName(scope: Construct, id: string, endpointName: string): ITritonEndpoint {
    return new ImportedEndpoint(scope, id, { endpointName });
  }

  /**
   * An endpoint that was made elsewhere, possibly in another account or region.
   *
   * @param endpointArn its ARN. SageMaker's own has the name in lower case: where the endpoint was created with capitals,
   * `fromEndpointAttributes` is needed for its metrics
   */
  public static fromEndpointArn(scope: Construct, id: string, endpointArn: string): ITritonEndpoint {
    return importEndpointByArn(scope, id, endpointArn);
  }

  /** An endpoint that was made elsewhere, with all that is to be known of it. */
  public static fromEndpointAttributes(
    scope: Construct,
    id: string,
    attributes: TritonEndpointAttributes,
  ): ITritonEndpoint {
    return new ImportedEndpoint(scope, id, attributes);
  }

  /** The bucket that the archives lie in. */
  public readonly modelBucket: IBucket;

  /** The prefix of the archives, with its `/`: `TargetModel` is what follows it. */
  public readonly modelPrefix: string;

  /**
   * With an open prefix the key of a JSON object in the bucket that has the `TargetModel` of each declared model, by its name; undefined
   * without.
   */
  public readonly modelTableKey?: string;

  private readonly models: ModelSet;

  constructor(scope: Construct, id: string, props: TritonMultiModelEndpointProps) {
    const models = resolveModelSet(props);
    super(scope, id, props, resolveMultiModel(props, models));
    const { bucket, prefix, tableKey } = models.location;
    this.models = models;
    this.modelBucket = bucket;
    this.modelPrefix = prefix;
    this.modelTableKey = tableKey;
    this.node.addValidation({
      validate: () =>
        props.openPrefix || models.targets.length > 0
          ? []
          : [`models: got none; allowed: at least one, by models or addModel, or openPrefix ${rulePage('mme.models')}`],
    });
  }

  /**
   * Adds a model, until the app is synthesized.
   *
   * @param model one model, or one ensemble with its members
   * @param name what clients call it, by default the model's name. Where the image's release allows it, with folders: `team/model`
   * @throws when Triton or SageMaker would refuse it, or the endpoint has one of that name
   */
  public addModel(model: TritonModel, name: string = model.name): void {
    reportFindings(this, this.models.add(model, name, `addModel(${name})`));
  }

  /**
   * What a request has to name as `TargetModel`. Under an open prefix it changes with the model's content.
   *
   * @param name the name of one of the endpoint's models
   * @throws when there is no such model
   */
  public targetModel(name: string): string {
    return this.located(() => this.models.objectOf(name));
  }

  /**
   * Allows requests to some of the models only (condition `sagemaker:TargetModel`).
   *
   * @param grantee the principal that gets the permission
   * @param models names of models, also of those that are added later; under an open prefix also objects of others (`<name>.tar.gz`)
   * @throws when no model is named; `grantInvoke` allows all
   */
  public grantInvokeModel(grantee: IGrantable, ...models: string[]): Grant {
    if (models.length === 0) {
      throw new Error(
        `${this.node.path}: grantInvokeModel: got no models; allowed: at least one; grantInvoke allows all ${rulePage('mme.models')}`,
      );
    }
    const targets = Lazy.uncachedList({
      produce: () => models.map((name) => (name.endsWith('.tar.gz') ? name : this.targetModel(name))),
    });
    return this._grantWhere(grantee, ['sagemaker:InvokeEndpoint'], {
      StringEquals: { 'sagemaker:TargetModel': targets },
    });
  }

  /**
   * Allows adding models to an open prefix while the endpoint runs (`cdk-sagemaker-triton pack` makes their archives). Objects cannot be
   * overwritten: S3 takes only writes with `If-None-Match: *`, as `aws s3api put-object --if-none-match '*'` makes them.
   *
   * @param grantee the principal that gets the permission
   * @throws when the endpoint's prefix is not open
   */
  public grantPublish(grantee: IGrantable): Grant {
    if (this.modelTableKey === undefined) {
      throw new Error(
        `${this.node.path}: grantPublish: got an endpoint whose prefix never changes; allowed: one with openPrefix: true ${rulePage('mme.open-prefix')}`,
      );
    }
    return grantAddingObjects(grantee, this.modelBucket, this.modelPrefix);
  }

  private located<T>(produce: () => T): T {
    try {
      return produce();
    } catch (error) {
      throw new Error(`${this.node.path}: ${(error as Error).message}`, { cause: error });
    }
  }
}
