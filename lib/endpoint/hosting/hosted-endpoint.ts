import { Connections, IConnectable } from 'aws-cdk-lib/aws-ec2';
import { IRole } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { reportFindings } from '../../findings/report';
import { rulePage } from '../../findings/rule-page';
import { EndpointAlarms, TritonDashboard } from '../../monitoring';
import { captureCreationStack } from '../../cdk/creation-stack';
import { endpointArnOf } from '../../cdk/endpoint-names';
import { AsyncBuckets } from '../async-inference/buckets';
import { buildEndpoint } from './build';
import { checkEndpoint } from './check';
import { EndpointOptions } from '../options/endpoint-options';
import { EndpointKind } from '../resolved/endpoint';
import { reportReadings } from '../models/report-readings';
import { reportDisabledFeatures } from './report-disabled-features';
import { resolveEndpoint } from './resolve';
import { TritonEndpointBase } from './triton-endpoint-base';
import { IEndpointVariant } from '../variant/endpoint-variant';

/**
 * Base class of all endpoints that this library creates.
 *
 * @internal
 */
export abstract class HostedEndpoint extends TritonEndpointBase implements IConnectable {
  /**
   * Name of the endpoint. It is a plain string, so alarms and dashboards do not refer to the resource. `Stack.exportValue` requires a reference:
   * export `cfnEndpoint.attrEndpointName`, or pass a `name` for the export.
   */
  public readonly endpointName: string;

  /** ARN of the endpoint. */
  public readonly endpointArn: string;

  /** Names of the production variants. */
  public readonly variantNames: string[];

  /** Names of the shadow variants. */
  public readonly shadowVariantNames: string[];

  /** The variants with their models, alarms and tests. Production variants are first. */
  public readonly variants: IEndpointVariant[];

  /** IAM role that SageMaker assumes for the endpoint. */
  public readonly role: IRole;

  /** Alarms of the production variants, in the order of `variants`. */
  public readonly alarms: EndpointAlarms[];

  /** Dashboard that shows the endpoint. Undefined without monitoring. */
  public readonly dashboard?: TritonDashboard;

  /** CloudWatch log group of the server. */
  public readonly logGroup: LogGroup;

  /** The endpoint configuration. */
  public readonly cfnEndpointConfig: CfnEndpointConfig;

  /** The endpoint. */
  public readonly cfnEndpoint: CfnEndpoint;

  /** Locations of the requests and responses of an asynchronous endpoint. @internal */
  protected readonly _asynchronous?: AsyncBuckets;

  private readonly instanceConnections?: Connections;

  constructor(scope: Construct, id: string, options: EndpointOptions, kind: EndpointKind) {
    super(scope, id, { physicalName: options.endpointName });
    const traceResources = captureCreationStack(this);
    const endpoint = resolveEndpoint(this, options, kind);
    this.endpointName = endpoint.endpointName;
    this.endpointArn = endpointArnOf(this.stack, endpoint.endpointName);
    this.variantNames = endpoint.variants.map(({ variantName }) => variantName);
    this.shadowVariantNames = endpoint.shadowVariants.map(({ variantName }) => variantName);
    reportFindings(this, checkEndpoint(this, endpoint));
    reportDisabledFeatures(this, endpoint);
    reportReadings(
      this,
      [...endpoint.variants, ...endpoint.shadowVariants].flatMap(({ models }) => models),
    );

    const built = buildEndpoint(this, endpoint);
    this.role = built.role;
    this.instanceConnections = built.connections;
    this._asynchronous = built.asynchronous;
    this.variants = built.variants;
    this.alarms = built.alarms;
    this.dashboard = built.dashboard;
    this.logGroup = built.logGroup;
    this.cfnEndpointConfig = built.cfnEndpointConfig;
    this.cfnEndpoint = built.cfnEndpoint;
    traceResources();
  }

  /**
   * The network connections of the instances.
   *
   * @throws an error if the endpoint is not in a VPC
   */
  public get connections(): Connections {
    if (this.instanceConnections) return this.instanceConnections;
    throw new Error(
      `${this.node.path}: connections: got an endpoint without a VPC; requires the property vpc ${rulePage('sm.vpc')}`,
    );
  }
}
