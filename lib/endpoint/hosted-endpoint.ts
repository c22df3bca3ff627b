import { Annotations, Names } from 'aws-cdk-lib';
import { Connections, IConnectable } from 'aws-cdk-lib/aws-ec2';
import { IRole } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { EndpointAlarms, TritonDashboard } from '../monitoring';
import { acknowledge } from '../platform/acknowledge';
import { endpointArnOf } from '../platform/endpoint-arns';
import { logGroupNameOf } from '../platform/server-log';
import { ScalingRegistrations } from '../scaling';
import { provideCapture } from './capture/provide-capture';
import { Hosting } from './content';
import { EndpointOptions } from './endpoint-options';
import { IEndpointVariant } from './endpoint-variant';
import { ExecutionRole, readAlarms, writeLogs } from './execution-role';
import { Fleet } from './fleet';
import { HostedVariant } from './hosted-variant';
import { hostingFindings } from './hosting-findings';
import { provideNetwork } from './network/provide-network';
import { reportFindings } from '../findings/report';
import { rollbackAlarmsOf, rollbackWindowOf } from './rollback-alarms';
import { checkStackSize } from './stack-size';
import { testVariants } from './test-variants';
import { TritonEndpointBase } from './triton-endpoint-base';
import { UpdateStrategy } from './update/update-strategy';
import { createLogs, watchEndpoint } from './watch-endpoint';
import { rulePage } from '../findings/rule-page';

/**
 * What every endpoint is made of, whatever it serves.
 *
 * @internal
 */
export abstract class HostedEndpoint extends TritonEndpointBase implements IConnectable {
  /** Name of the endpoint, a plain string: nothing that watches the endpoint refers to the resource. */
  public readonly endpointName: string;

  /** ARN of the endpoint. */
  public readonly endpointArn: string;

  /** Names of the production variants. */
  public readonly variantNames: string[];

  /** Names of the shadow variants. */
  public readonly shadowVariantNames: string[];

  /** The variants, production ones first: their models, alarms, tests. */
  public readonly variants: IEndpointVariant[];

  /** The role that SageMaker runs the endpoint with. */
  public readonly role: IRole;

  /** The alarms of the first variant; those of others are in `variants`. */
  public readonly alarms: EndpointAlarms;

  /** The dashboard that shows the endpoint; undefined in minimal mode. */
  public readonly dashboard?: TritonDashboard;

  /** The log group that the server's output goes to. */
  public readonly logGroup: LogGroup;

  /** The endpoint configuration. */
  public readonly cfnEndpointConfig: CfnEndpointConfig;

  /** The endpoint. */
  public readonly cfnEndpoint: CfnEndpoint;

  private readonly instanceConnections?: Connections;

  constructor(scope: Construct, id: string, props: EndpointOptions, hosting: Hosting) {
    super(scope, id, { physicalName: props.endpointName });
    const { monitoring, updateStrategy = UpdateStrategy.allAtOnce() } = props;
    const endpointName = props.endpointName ?? uniqueName(this);
    this.endpointName = endpointName;
    this.endpointArn = endpointArnOf(this.stack, endpointName);
    const { multiModel } = hosting;
    this.variantNames = hosting.variants.map(({ fleet }) => fleet.variantName);
    this.shadowVariantNames = hosting.shadowVariants.map(({ fleet }) => fleet.variantName);
    const watched = { endpointName, multiModel, shadowVariantNames: this.shadowVariantNames, probe: props.probe };
    reportFindings(this, hostingFindings(this, { watched, props, hosting, updateStrategy }));

    const role = new ExecutionRole(this, 'ExecutionRole', props.role);
    this.role = role.role;
    role.allow(writeLogs(this.stack, logGroupNameOf(endpointName)));
    const network = provideNetwork(this, props);
    this.instanceConnections = network.connections;
    role.allow(network.statements);
    const capture = props.dataCapture && provideCapture(this, props.dataCapture);
    role.allow(capture?.statements ?? []);

    const { vpcConfig } = network;
    const context = { endpointName, multiModel, role, vpcConfig, networkIsolation: props.networkIsolation };
    const variants = hosting.variants.map((plan) => new HostedVariant(this, plan, context));
    const shadowVariants = hosting.shadowVariants.map((plan) => new HostedVariant(this, plan, context));
    const all = [...variants, ...shadowVariants];
    this.variants = all;
    const logs = createLogs(this, endpointName, monitoring);
    this.logGroup = logs.logGroup;
    const watch = watchEndpoint(this, watched, variants, monitoring);
    this.alarms = watch.alarms[0];
    this.dashboard = watch.dashboard;
    const rollbackAlarms = updateStrategy._rollbackAlarms(rollbackAlarmsOf(watch.alarms));
    role.allow(readAlarms(rollbackAlarms.map(({ alarmArn }) => alarmArn)));

    this.cfnEndpointConfig = new CfnEndpointConfig(this, 'EndpointConfig', {
      productionVariants: variants.map((variant) => variant.configuration()),
      shadowProductionVariants:
        shadowVariants.length > 0 ? shadowVariants.map((shadow) => shadow.configuration()) : undefined,
      kmsKeyId: props.encryptionKey?.keyArn,
      dataCaptureConfig: capture?.config,
    });
    if (!props.encryptionKey) {
      acknowledge(this.cfnEndpointConfig, {
        SageMakerEndpointConfigurationKMSKeyConfigured:
          'SageMaker refuses a key for instance types with local NVMe disks, which the hardware encrypts; for others encryptionKey can be given',
      });
    }
    this.cfnEndpoint = new CfnEndpoint(this, 'Resource', {
      endpointName,
      endpointConfigName: this.cfnEndpointConfig.attrEndpointConfigName,
      retainAllVariantProperties: all.some(({ fleet }) => fleet.scaling._scales),
      deploymentConfig: updateStrategy._deploymentConfig(
        rollbackAlarms.map(({ alarmName }) => alarmName),
        rollbackWindowOf(watch.alarms),
      ),
    });
    this.cfnEndpoint.node.addDependency(this.logGroup, ...role.ready, ...(network.ready ?? []));
    const registrations = new ScalingRegistrations(this, 'Scaling', {
      endpoint: this.cfnEndpoint,
      variants: all.map((variant) => ({
        scope: variant.scaling,
        initialInstanceCount: variant.fleet.instanceCount,
        ...variant.fleet,
      })),
    });
    testVariants({
      endpointName,
      endpointConfig: this.cfnEndpointConfig,
      endpoint: this.cfnEndpoint,
      variants,
      shadowVariants,
      smokeTest: props.smokeTest,
      probe: props.probe,
      after: [this.cfnEndpoint, registrations, ...all.map(({ scaling }) => scaling)],
    });
    noteCapacity(
      this,
      updateStrategy,
      all.map(({ fleet }) => fleet),
    );
    checkStackSize(this.stack);
  }

  /**
   * Network connections of the instances.
   *
   * @throws an error when the endpoint is not in a VPC
   */
  public get connections(): Connections {
    if (this.instanceConnections) return this.instanceConnections;
    throw new Error(
      `${this.node.path}: connections: got an endpoint without a VPC; allowed: one with the property vpc ${rulePage('sm.vpc')}`,
    );
  }
}

/** In lower case, as SageMaker has it in the ARN, so that there is one spelling. */
function uniqueName(scope: Construct): string {
  return Names.uniqueResourceName(scope, { maxLength: 63 }).toLowerCase();
}

/** Quotas are the most frequent reason for a first deployment to fail, and nothing in a template shows them. */
function noteCapacity(scope: Construct, strategy: UpdateStrategy, fleets: Fleet[]): void {
  const needed = new Map<string, number>();
  for (const { instanceTypes, instanceCount, scaling } of fleets) {
    const peak = strategy._peakInstances(instanceCount, scaling.maxCapacity);
    if (peak === undefined) return;
    for (const { name } of instanceTypes) needed.set(name, (needed.get(name) ?? 0) + peak);
  }
  const list = [...needed].map(([name, count]) => `${count} x ${name}`).join(', ');
  Annotations.of(scope).addInfoV2(
    'cdk-sagemaker-triton:quota',
    `An update needs quota for up to ${list} for endpoint usage`,
  );
}
