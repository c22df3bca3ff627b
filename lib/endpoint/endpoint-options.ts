import { IRole } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { DataCaptureOptions } from './capture/options';
import { CoreDumpOptions } from './debugging/options';
import { EndpointPurpose } from './endpoint-purpose';
import { MonitoringOptions } from './monitoring/options';
import { NetworkOptions } from './network/options';
import { UpdateStrategy } from './update/update-strategy';
import { ProbeOptions, SmokeTestOptions } from '../smoke-test';

/**
 * What every endpoint has, whatever it serves.
 *
 * @internal
 */
export interface EndpointOptions extends NetworkOptions {
  /**
   * Name of the endpoint: 1 to 63 letters, digits and inner hyphens. It stays the same over updates.
   *
   * @default - a name derived from the construct's path
   */
  readonly endpointName?: string;

  /**
   * What the endpoint is for. In development `monitoring`, `probe`, `smokeTest` and scaling are off where nothing else is said of them, and
   * synthesis says what the endpoint does without.
   *
   * @default EndpointPurpose.PRODUCTION
   */
  readonly purpose?: EndpointPurpose;

  /**
   * The role that SageMaker runs the endpoint with. It gets what the endpoint needs; a role that cannot be changed, such as an
   * imported immutable one, has to have it already.
   *
   * @default - a role that may read this endpoint's models, pull its image, write its log, publish the metrics of its instances, and nothing else
   */
  readonly role?: IRole;

  /**
   * Encrypts the instances' volumes. SageMaker refuses a key for instance types with NVMe of their own, such as g4dn and g5, whose
   * disks are encrypted by the hardware.
   *
   * @default - SageMaker's own encryption
   */
  readonly encryptionKey?: IKey;

  /**
   * How a new version takes over.
   *
   * @default UpdateStrategy.allAtOnce()
   */
  readonly updateStrategy?: UpdateStrategy;

  /**
   * Whether each deployment first compares the instances that it needs at its peak with the account's quotas, such as `ml.g5.xlarge for
   * endpoint usage`. Where one is too small, it fails before models are published, engines built, and the endpoint created or changed.
   * Deletions and rollbacks are not checked. Jobs, instances in a reservation and AWS's capacity are not counted.
   *
   * It is off, since it is one more thing that can fail a deployment: its function calls Service Quotas, and describes all endpoints of the
   * account and Region.
   *
   * @default false
   */
  readonly preflight?: boolean;

  /**
   * Keeps requests and answers in S3.
   *
   * @default - nothing is kept
   */
  readonly dataCapture?: DataCaptureOptions;

  /**
   * Writes a core dump to S3 when a process in a container crashes, such as Triton (`CoreDumpConfig` of each variant). A change starts a new
   * fleet.
   *
   * @default - no core dumps
   */
  readonly coreDumps?: CoreDumpOptions;

  /**
   * How the endpoint is watched: alarms, dashboard, log.
   *
   * @default - every alarm that applies, without actions; a dashboard of its own; the log kept for a month
   */
  readonly monitoring?: MonitoringOptions;

  /**
   * What the smoke test asks after a deployment, and what it expects. A deployment fails over a wrong answer, and CloudFormation rolls
   * it back.
   *
   * @default - the model's examples, or zeros for a model without; the endpoint's latency objective over 100 requests
   */
  readonly smokeTest?: SmokeTestOptions;

  /**
   * How the endpoint is asked between deployments and while one replaces the fleet.
   *
   * @default - a request every 5 minutes, and one each minute while the endpoint is updating
   */
  readonly probe?: ProbeOptions;
}
