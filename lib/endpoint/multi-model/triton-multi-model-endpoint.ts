import { Lazy } from 'aws-cdk-lib';
import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { TritonModel } from '../../model';
import { HostedEndpoint } from '../hosting/hosted-endpoint';
import { grantAddingObjects } from './build';
import { ModelSet } from './model-set';
import { resolveModelSet, resolveMultiModel } from './resolve';
import { reportFindings } from '../../findings/report';
import { reportReadings } from '../models/report-readings';
import { TritonMultiModelEndpointProps } from './options';
import { inLanguageOfApp } from '../../findings/in-language-of-app';
import { rulePage } from '../../findings/rule-page';

/**
 * A SageMaker multi-model endpoint that serves any number of Triton models. Each model is an archive under one S3 prefix. SageMaker loads a
 * model when a request names it. When the memory of the GPU, or of an instance without a GPU, is exhausted, SageMaker unloads the least
 * recently used model.
 *
 * `TritonRealtimeEndpoint.fromEndpointAttributes` imports an existing multi-model endpoint.
 *
 * The construct checks models, names, instance type and limits when it is created and when a model is added.
 *
 * @throws one error with all findings if Triton or SageMaker would reject the configuration
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/multi-model-endpoints.html
 * @example
 * const endpoint = new TritonMultiModelEndpoint(stack, 'Animals', { models: [TritonModel.fromDirectory('models/cat')] });
 * endpoint.targetModel('cat'); // TargetModel of a request
 */
export class TritonMultiModelEndpoint extends HostedEndpoint {
  /** S3 bucket that contains the archives. */
  public readonly modelBucket: IBucket;

  /** Prefix of the archives, with a trailing `/`. The `TargetModel` of a request is the part of the key after this prefix. */
  public readonly modelPrefix: string;

  /** S3 key of a JSON object that maps the name of each model of this app to its `TargetModel`. Undefined without `openPrefix`. */
  public readonly modelTableKey?: string;

  private readonly models: ModelSet;

  /**
   * Checks the properties, and creates the endpoint with its bucket, its alarms, its dashboard and its tests.
   *
   * @param scope scope of the construct, such as a stack
   * @param id ID of the construct, unique within the scope. A change of the ID replaces the resources
   * @param props models, instances, scaling and other properties of the endpoint
   */
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
          : [
              `${inLanguageOfApp('models: got none; allowed: at least one, with models or addModel, or openPrefix')} ${rulePage('mme.models')}`,
            ],
    });
  }

  /**
   * Adds a model to the endpoint. A model can be added until the app is synthesized.
   *
   * @param model a model, or an ensemble with its members
   * @param name name by which clients invoke the model. The default is the name of the model. If the release of the image supports it, the
   * name can contain folders, such as `team/model`
   * @throws an error if Triton or SageMaker would reject the model, or if the endpoint already has a model with this name
   */
  public addModel(model: TritonModel, name: string = model.name): void {
    reportFindings(this, this.models.add(model, name, `addModel(${name})`));
    reportReadings(this, [model]);
  }

  /**
   * Returns the `TargetModel` with which a request invokes a model. With an open prefix, the value changes with the content of the model.
   *
   * @param name name of a model of the endpoint
   * @throws an error if the endpoint has no model with this name
   */
  public targetModel(name: string): string {
    return this.withPathInErrors(() => this.models.objectNameOf(name));
  }

  /**
   * Grants permission to invoke only the listed models (condition key `sagemaker:TargetModel`).
   *
   * @param grantee the principal to grant the permission to
   * @param models names of models, including models that are added later. With an open prefix, also names of objects that other tools add
   * (`<name>.tar.gz`)
   * @throws an error if the list is empty. To allow all models, use `grantInvoke`
   */
  public grantInvokeModel(grantee: IGrantable, ...models: string[]): Grant {
    if (models.length === 0) {
      throw new Error(
        `${this.node.path}: ${inLanguageOfApp('grantInvokeModel: got no models; allowed: at least one; grantInvoke')} grants access to all models ${rulePage('mme.models')}`,
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
   * Grants permission to add models to an open prefix while the endpoint runs. To create the archives, use `cdk-sagemaker-triton pack`.
   * Existing objects cannot be overwritten: S3 accepts only writes with `If-None-Match: *`, such as the writes
   * of `aws s3api put-object --if-none-match '*'`.
   *
   * A principal with this permission can execute code with the execution role of the endpoint, because a model can be code. A Python model
   * can read every model under the prefix, and requests to the other models in its container. Grant the permission only to trusted
   * principals.
   *
   * @param grantee the principal to grant the permission to
   * @throws an error if the prefix of the endpoint is not open
   */
  public grantPublish(grantee: IGrantable): Grant {
    if (this.modelTableKey === undefined) {
      throw new Error(
        `${this.node.path}: ${inLanguageOfApp('grantPublish: got an endpoint whose prefix never changes; requires openPrefix')}: true ${rulePage('mme.open-prefix')}`,
      );
    }
    return grantAddingObjects(grantee, this.modelBucket, this.modelPrefix);
  }

  private withPathInErrors<T>(produce: () => T): T {
    try {
      return produce();
    } catch (error) {
      throw new Error(`${this.node.path}: ${(error as Error).message}`, { cause: error });
    }
  }
}
