import { IRole } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { DataCaptureOptions } from './capture-options';
import { EndpointPurpose } from './endpoint-purpose';
import { MonitoringOptions } from './monitoring-options';
import { NetworkOptions } from './network-options';
import { UpdateStrategy } from '../update/update-strategy';
import { ProbeOptions, SmokeTestOptions } from '../../smoke-test';

/**
 * Options that all kinds of endpoints have in common.
 *
 * @internal
 */
export interface SharedEndpointOptions extends NetworkOptions {
  /**
   * Name of the endpoint: 1 to 63 letters, digits and hyphens. It must not begin or end with a hyphen. An update does not change the name.
   *
   * @default - a name derived from the construct's path
   */
  readonly endpointName?: string;

  /**
   * Whether the endpoint is for production or for development. `EndpointPurpose.DEVELOPMENT` turns off `monitoring`, `probe`, `smokeTest`
   * and scaling. To keep one of the first three, set its `enabled` to true; to keep scaling, set `scaling`.
   * Synthesis lists the features that are turned off.
   *
   * @default EndpointPurpose.PRODUCTION
   */
  readonly purpose?: EndpointPurpose;

  /**
   * IAM role that SageMaker assumes for the endpoint. Its trust policy must allow `sagemaker.amazonaws.com` to assume the role. The
   * construct adds the required permissions to the role. A role that cannot be changed, such as an immutable imported role, must already
   * have these permissions: a warning lists them.
   *
   * @default - a new role with permission only to read the models of this endpoint, to pull its image, to write its log, and to publish the
   * metrics of its instances
   */
  readonly role?: IRole;

  /**
   * KMS key that encrypts the storage volumes of the instances. SageMaker rejects or ignores a key for instance types with local NVMe
   * storage, such as g4dn and g5, because their hardware encrypts the storage.
   *
   * @default - the default encryption of SageMaker
   */
  readonly encryptionKey?: IKey;

  /**
   * Alarms, dashboard and log of the endpoint.
   *
   * @default - all alarms that apply, without actions, a new dashboard, and a log retention of one month
   */
  readonly monitoring?: MonitoringOptions;

  /**
   * The smoke test after a deployment. If a response differs from the expected response, the deployment fails and CloudFormation rolls it back.
   *
   * @default - the examples of the model, or zeros for a model without examples, and the latency objective of the endpoint over 100
   * requests
   */
  readonly smokeTest?: SmokeTestOptions;

  /**
   * Options of the probe, which sends requests to the endpoint between deployments and while a deployment replaces the instances.
   *
   * @default - one request every 5 minutes, and every minute during the baking period of an update
   */
  readonly probe?: ProbeOptions;
}

/**
 * Options of endpoints whose variants have their own instances.
 *
 * @internal
 */
export interface EndpointOptions extends SharedEndpointOptions {
  /**
   * Strategy by which a deployment replaces the instances of the endpoint.
   *
   * @default UpdateStrategy.allAtOnce()
   */
  readonly updateStrategy?: UpdateStrategy;

  /**
   * Captures requests and responses in S3.
   *
   * @default - no data capture
   */
  readonly dataCapture?: DataCaptureOptions;
}
