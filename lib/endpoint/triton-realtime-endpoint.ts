import { createHash } from 'crypto';
import { Names, Stack } from 'aws-cdk-lib';
import { Grant, IGrantable, Role } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnEndpoint, CfnEndpointConfig, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { EndpointAlarms, EndpointMetrics, TritonDashboard } from '../monitoring';
import { logGroupNameOf } from '../platform/server-log';
import { ModelData, provideModelData } from '../repository/model-data';
import { Canary, SmokeTest } from '../smoke-test';
import { endpointFindings } from './endpoint-findings';
import { createExecutionRole } from './execution-role';
import { Fleet, fleetOf } from './fleet';
import { BoundImage } from './image/image-source';
import { inferenceAmiVersionOf } from './image/inference-ami-version';
import { TritonImage } from './image/triton-image';
import { modelDataFindings } from './model-data-findings';
import { reportFindings } from './report-findings';
import { ServedModels } from './server/served-models';
import { serverEnvironment } from './server/server-environment';
import { serverFindings } from './server/server-findings';
import { startupTimeouts } from './startup-timeouts';
import { testFindings } from './test-findings';
import { TritonRealtimeEndpointProps } from './triton-realtime-endpoint-props';
import { watchedCanary, watchEndpoint } from './watch-endpoint';

/** Guardrails and capacity retention need the same variant name in the old and the new configuration, so it never changes. */
const VARIANT_NAME = 'AllTraffic';

/**
 * One Triton model behind a SageMaker real-time endpoint on GPU instances, with autoscaling, alarms, a dashboard and a smoke
 * test that the deployment has to pass.
 *
 * The model's config.pbtxt, files, image, instance type and limits are checked when the construct is made.
 *
 * @throws one error with all findings when Triton or SageMaker would refuse something at deploy time
 */
export class TritonRealtimeEndpoint extends Construct {
  /** Name of the endpoint, a plain string: nothing that watches the endpoint refers to the resource. */
  public readonly endpointName: string;

  /** ARN of the endpoint. */
  public readonly endpointArn: string;

  /** The role that SageMaker runs the endpoint with. */
  public readonly role: Role;

  /** Metrics of the endpoint's variant. */
  public readonly metrics: EndpointMetrics;

  /** The endpoint's alarms; a deployment rolls back on some of them. */
  public readonly alarms: EndpointAlarms;

  /** The dashboard that shows the endpoint; undefined in minimal mode. */
  public readonly dashboard?: TritonDashboard;

  /** The log group that the server's output goes to. */
  public readonly logGroup: LogGroup;

  /** The test that a deployment has to pass. */
  public readonly smokeTest: SmokeTest;

  /** Asks the endpoint between deployments and during them; undefined when it is turned off. */
  public readonly canary?: Canary;

  /** The SageMaker model. */
  public readonly cfnModel: CfnModel;

  /** The endpoint configuration. */
  public readonly cfnEndpointConfig: CfnEndpointConfig;

  /** The endpoint. */
  public readonly cfnEndpoint: CfnEndpoint;

  constructor(scope: Construct, id: string, props: TritonRealtimeEndpointProps) {
    super(scope, id);
    const image = props.image ?? TritonImage.default();
    const fleet = fleetOf(props);
    const { model, instanceType, instanceCount, latencyObjective, scaling } = fleet;
    const served = { release: image.release, models: [model], multiModel: false, gpuCount: instanceType.gpuCount };
    this.endpointName = props.endpointName ?? Names.uniqueResourceName(this, { maxLength: 63 });
    this.endpointArn = Stack.of(this).formatArn({
      service: 'sagemaker',
      resource: 'endpoint',
      resourceName: this.endpointName,
    });
    reportFindings(this, [
      ...model.validate({ tritonRelease: image.release, instanceType }),
      ...serverFindings(undefined, served),
      ...modelDataFindings(model, instanceType),
      ...endpointFindings(this, { endpointName: this.endpointName, image, instanceType, instanceCount, scaling }),
      ...testFindings(model, props),
    ]);

    const data = provideModelData(this, model, {
      packaging: props.packaging,
      staging: props.assetStaging,
      bucket: props.modelBucket,
      retainedVersions: props.retainedModelVersions,
    });
    const boundImage = image._bind(this);
    this.metrics = new EndpointMetrics(this.endpointName, VARIANT_NAME);
    const { endpointName } = this;
    const { logs, alarms, dashboard } = watchEndpoint(
      this,
      { endpointName, variantName: VARIANT_NAME, latencyObjective, instanceType, ...watchedCanary(props.canary) },
      instanceCount,
      scaling,
      { plan: fleet.planned, ...props.monitoring },
    );
    this.logGroup = logs.logGroup;
    this.alarms = alarms;
    this.dashboard = dashboard;
    this.role = createExecutionRole(this, 'ExecutionRole', {
      data,
      image: boundImage,
      logGroupName: logGroupNameOf(this.endpointName),
      rollbackAlarms: this.alarms.rollbackAlarms,
    });

    this.cfnModel = this.createModel(model.name, data, boundImage, served);
    if (data.publication) this.cfnModel.node.addDependency(data.publication);
    this.cfnEndpointConfig = this.createEndpointConfig(fleet, image, data);
    this.cfnEndpoint = this.createEndpoint();
    this.cfnEndpoint.node.addDependency(this.logGroup);
    const tested = {
      endpointName: this.endpointName,
      endpointConfigName: this.cfnEndpointConfig.attrEndpointConfigName,
      models: [model],
    };
    if (props.canary?.enabled !== false) {
      this.canary = new Canary(this, 'Canary', { ...props.canary, ...tested, variantName: VARIANT_NAME });
      // It has to know the new configuration's answers before the new fleet takes over.
      this.cfnEndpoint.node.addDependency(this.canary);
    }

    const variant = new Construct(this, VARIANT_NAME);
    scaling._bind(variant, {
      endpointName: this.endpointName,
      variantName: VARIANT_NAME,
      initialInstanceCount: instanceCount,
    });
    variant.node.addDependency(this.cfnEndpoint);

    this.smokeTest = new SmokeTest(this, 'SmokeTest', {
      latencyObjective,
      ...props.smokeTest,
      ...tested,
      contentHash: hashOf([data.contentHash, image.release, instanceType.name, VARIANT_NAME]),
    });
    this.smokeTest.node.addDependency(this.cfnEndpoint, variant);
  }

  /** Allows sending requests to this endpoint (`sagemaker:InvokeEndpoint`). */
  public grantInvoke(grantee: IGrantable): Grant {
    return Grant.addToPrincipal({ grantee, actions: ['sagemaker:InvokeEndpoint'], resourceArns: [this.endpointArn] });
  }

  private createModel(name: string, data: ModelData, image: BoundImage, served: ServedModels): CfnModel {
    return new CfnModel(this, 'Model', {
      executionRoleArn: this.role.roleArn,
      primaryContainer: {
        image: image.uri,
        environment: {
          ...serverEnvironment(undefined, served),
          SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: name,
          // Only a changed property makes CloudFormation create the model again.
          ...(data.version !== undefined && { MODEL_DATA_VERSION: data.version }),
        },
        ...(data.uncompressed
          ? {
              modelDataSource: { s3DataSource: { s3Uri: data.s3Uri, s3DataType: 'S3Prefix', compressionType: 'None' } },
            }
          : { modelDataUrl: data.s3Uri }),
      },
    });
  }

  private createEndpointConfig(fleet: Fleet, image: TritonImage, data: ModelData): CfnEndpointConfig {
    const { instanceType, instanceCount, routingStrategy } = fleet;
    const timeouts = startupTimeouts(data.bytes);
    return new CfnEndpointConfig(this, 'EndpointConfig', {
      productionVariants: [
        {
          variantName: VARIANT_NAME,
          modelName: this.cfnModel.attrModelName,
          instanceType: instanceType.name,
          initialInstanceCount: instanceCount,
          initialVariantWeight: 1,
          routingConfig: routingStrategy === undefined ? undefined : { routingStrategy },
          modelDataDownloadTimeoutInSeconds: timeouts.modelDataDownload.toSeconds(),
          containerStartupHealthCheckTimeoutInSeconds: timeouts.containerStartup.toSeconds(),
          inferenceAmiVersion: inferenceAmiVersionOf(image, [instanceType]),
        },
      ],
    });
  }

  private createEndpoint(): CfnEndpoint {
    const alarms = this.alarms.rollbackAlarms.map(({ alarmName }) => ({ alarmName }));
    return new CfnEndpoint(this, 'Resource', {
      endpointName: this.endpointName,
      endpointConfigName: this.cfnEndpointConfig.attrEndpointConfigName,
      retainAllVariantProperties: true,
      deploymentConfig: {
        autoRollbackConfiguration: alarms.length > 0 ? { alarms } : undefined,
        blueGreenUpdatePolicy: {
          trafficRoutingConfiguration: { type: 'ALL_AT_ONCE', waitIntervalInSeconds: 0 },
          // The old fleet stays until the alarms had time to fire.
          terminationWaitInSeconds: this.alarms.rollbackWindow.toSeconds(),
        },
      },
    });
  }
}

function hashOf(parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
