import { CfnEndpointConfig, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { EndpointAlarms, EndpointMetrics } from '../monitoring';
import { Probe, SmokeTest } from '../smoke-test';
import { Content, VariantPlan } from './content';
import { IEndpointVariant } from './endpoint-variant';
import { ExecutionRole, pullImage } from './execution-role';
import { Fleet } from './fleet';
import { inferenceAmiVersionOf } from './image/inference-ami-version';
import { serverEnvironment } from './server/server-environment';
import { startupTimeouts } from './startup-timeouts';

/** What the variants of an endpoint have in common. */
export interface VariantContext {
  readonly endpointName: string;
  readonly multiModel: boolean;
  readonly role: ExecutionRole;
  readonly vpcConfig?: CfnModel.VpcConfigProperty;
  readonly networkIsolation?: boolean;
}

/** A variant with its SageMaker models; the endpoint adds what watches and tests it. */
export class HostedVariant extends Construct implements IEndpointVariant {
  public readonly variantName: string;
  public readonly metrics: EndpointMetrics;
  public readonly cfnModels: CfnModel[];
  public alarms?: EndpointAlarms;
  public probe?: Probe;
  public smokeTest?: SmokeTest;

  public readonly fleet: Fleet;
  /** What each of the fleet's instance types serves. */
  public readonly contents: Content[];

  /** What scales it. */
  public readonly scaling: Construct;

  private readonly models = new Map<Content, CfnModel>();

  constructor(scope: Construct, { fleet, serve }: VariantPlan, context: VariantContext) {
    super(scope, fleet.variantName);
    this.scaling = new Construct(this, 'Scaling');
    this.variantName = fleet.variantName;
    this.metrics = new EndpointMetrics(context.endpointName, fleet.variantName);
    this.fleet = fleet;
    this.contents = serve(this);
    for (const content of this.contents) {
      if (!this.models.has(content)) this.models.set(content, this.createModel(content, context));
    }
    this.cfnModels = [...this.models.values()];
  }

  /** The variant in the endpoint's configuration. */
  public configuration(): CfnEndpointConfig.ProductionVariantProperty {
    const { fleet } = this;
    const timeouts = startupTimeouts(this.bytes());
    const download = fleet.modelDataDownloadTimeout ?? timeouts.modelDataDownload;
    const startup = fleet.containerStartupHealthCheckTimeout ?? timeouts.containerStartup;
    return {
      variantName: fleet.variantName,
      modelName: this.cfnModels[0].attrModelName,
      ...this.instances(),
      initialInstanceCount: fleet.instanceCount,
      initialVariantWeight: fleet.weight,
      routingConfig: { routingStrategy: fleet.routingStrategy },
      volumeSizeInGb: fleet.volumeSize?.toGibibytes(),
      modelDataDownloadTimeoutInSeconds: download.toSeconds(),
      containerStartupHealthCheckTimeoutInSeconds: startup.toSeconds(),
      inferenceAmiVersion: inferenceAmiVersionOf(fleet.image, fleet.instanceTypes, fleet.inferenceAmi),
    };
  }

  private instances(): Partial<CfnEndpointConfig.ProductionVariantProperty> {
    const { instanceTypes, instanceProvisionTimeout } = this.fleet;
    if (instanceTypes.length === 1) return { instanceType: instanceTypes[0].name };
    return {
      instancePools: instanceTypes.map(({ name }, index) => ({
        instanceType: name,
        priority: index + 1,
        modelNameOverride: this.modelOverride(index),
      })),
      variantInstanceProvisionTimeoutInSeconds: instanceProvisionTimeout?.toSeconds(),
    };
  }

  private modelOverride(pool: number): string | undefined {
    const model = this.models.get(this.contents[pool]);
    return model === this.cfnModels[0] ? undefined : model?.attrModelName;
  }

  /** The largest, since the timeouts are the variant's; unknown when one is. */
  private bytes(): number | undefined {
    const sizes = this.contents.map(({ bytes }) => bytes);
    return sizes.includes(undefined) ? undefined : Math.max(...(sizes as number[]));
  }

  private createModel(content: Content, context: VariantContext): CfnModel {
    const { role, vpcConfig, networkIsolation, multiModel } = context;
    const { image, server } = this.fleet;
    const bound = image._bind(this);
    role.allow([...content.statements, ...pullImage(bound)]);
    content.bucketKey?.grantDecrypt(role.role);
    const environment = {
      ...serverEnvironment(server, { release: image.release, models: content.models, multiModel }),
      ...content.environment,
    };
    const id = this.models.size === 0 ? 'Model' : `Model${this.models.size + 1}`;
    const model = new CfnModel(this, id, {
      executionRoleArn: role.role.roleArn,
      primaryContainer: { image: bound.uri, environment, ...content.container },
      vpcConfig,
      enableNetworkIsolation: networkIsolation,
    });
    model.node.addDependency(...role.ready);
    if (content.publication) model.node.addDependency(content.publication);
    return model;
  }
}
