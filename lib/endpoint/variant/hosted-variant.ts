import { CfnResource, CustomResource } from 'aws-cdk-lib';
import { CfnScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { CfnEndpointConfig, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { LISTING } from '../../artifacts/listing';
import { reportFindings } from '../../findings/report';
import { EndpointAlarms, EndpointMetrics } from '../../monitoring';
import { pullImage } from '../../platform/pull-image';
import { IEndpointTest } from '../../smoke-test';
import { Content, Endpoint, Variant } from '../endpoint';
import { ExecutionRole } from '../execution-role';
import { TritonImage, TritonImageConfig } from '../image';
import { checkImageUri } from '../image/check';
import { checkPrivateRegistry, registryAccess, requestCredentials } from '../image/private-registry';
import { EndpointNetwork } from '../network/build';
import { serverEnvironment } from '../server/build';
import { completeVariant, configureVariant, ServedModel } from './build';
import { IEndpointVariant } from './endpoint-variant';

/** What the variants of an endpoint have in common. */
export interface VariantContext {
  readonly endpoint: Endpoint;
  readonly role: ExecutionRole;
  readonly network: EndpointNetwork;
  /** Where alarms are made, if not under the variant. */
  readonly alarmScope?: Construct;
}

/** A variant with its SageMaker models and its alarms. Scaling, probe and smoke test become its children when the endpoint is there. */
export class HostedVariant extends Construct implements IEndpointVariant {
  public readonly variantName: string;
  public readonly metrics: EndpointMetrics;
  public readonly cfnModels: CfnModel[];
  public readonly alarms?: EndpointAlarms;

  /** What each of the variant's instance types serves. */
  public readonly contents: Content[];

  /** What scales it. */
  public readonly scaling: Construct;

  private readonly modelOf = new Map<Content, CfnModel>();
  private readonly image: TritonImageConfig;

  constructor(
    scope: Construct,
    public readonly variant: Variant,
    private readonly context: VariantContext,
  ) {
    super(scope, variant.variantName);
    const { endpoint, alarmScope } = context;
    this.scaling = new Construct(this, 'Scaling');
    this.variantName = variant.variantName;
    this.metrics = new EndpointMetrics(endpoint.endpointName, variant.variantName);
    this.image = this.bindImage(variant.image);
    this.contents = variant.serving.build(this, {
      release: variant.image,
      image: this.image,
      network: context.network.jobs,
      encryptionKey: endpoint.encryptionKey,
    });
    for (const content of this.contents) {
      if (!this.modelOf.has(content)) this.modelOf.set(content, this.createModel(content));
    }
    this.cfnModels = [...this.modelOf.values()];
    const alarms = endpoint.alarms.get(variant);
    this.alarms =
      alarms &&
      new EndpointAlarms(alarmScope ? new Construct(alarmScope, variant.variantName) : this, 'Alarms', alarms);
  }

  public get cfnScalableTarget(): CfnScalableTarget | undefined {
    return this.scaling.node.tryFindChild('ScalableTarget') as CfnScalableTarget | undefined;
  }

  public get probe(): IEndpointTest | undefined {
    return this.node.tryFindChild('Probe') as IEndpointTest | undefined;
  }

  public get smokeTest(): IEndpointTest | undefined {
    return this.node.tryFindChild('SmokeTest') as IEndpointTest | undefined;
  }

  /** The variant in the endpoint's configuration. */
  public configuration(): CfnEndpointConfig.ProductionVariantProperty {
    return configureVariant(this.variant, this.pools);
  }

  /** Completes it at its place in the configuration. */
  public completeConfiguration(config: CfnEndpointConfig, place: string): void {
    completeVariant(config, place, this.variant, this.pools);
  }

  private get pools(): ServedModel[] {
    return this.contents.map((content) => ({ bytes: content.bytes, model: this.modelOf.get(content) }));
  }

  private bindImage(image: TritonImage): TritonImageConfig {
    const bound = image.bind(this);
    // Where the name is known before, it has been checked.
    if (image._uri !== undefined) return bound;
    const { vpc } = this.context.endpoint;
    reportFindings(this, [...checkImageUri(this, bound, 'image'), ...checkPrivateRegistry(bound, vpc !== undefined)]);
    return bound;
  }

  private createModel(content: Content): CfnModel {
    const { role, network, endpoint } = this.context;
    const { image, server } = this.variant;
    role.allow([...pullImage(this.image), ...requestCredentials(this.image)]);
    content.bucketKey?.grantDecrypt(role);
    const served = { release: image.release, models: content.models, multiModel: endpoint.multiModel };
    const id = this.modelOf.size === 0 ? 'Model' : `Model${this.modelOf.size + 1}`;
    const model = new CfnModel(this, id, {
      executionRoleArn: role.role.roleArn,
      // Image and variables are the model package's where there is one: SageMaker rejects variables of both.
      primaryContainer: content.container.modelPackageName
        ? content.container
        : {
            image: this.image.uri,
            imageConfig: registryAccess(this.image),
            environment: { ...serverEnvironment(server, served), ...content.environment },
            ...content.container,
          },
      vpcConfig: network.vpcConfig,
      enableNetworkIsolation: endpoint.networkIsolation,
    });
    if (content.listing) model.addMetadata(LISTING, content.listing);
    model.node.addDependency(...role.ready);
    // SageMaker calls the function through the network when it creates the model.
    if (this.image.credentialsFunction) model.node.addDependency(...(network.ready ?? []));
    if (content.publication) {
      publishFor(content.publication, role);
      model.node.addDependency(content.publication);
    }
    return model;
  }
}

/** A publication begins when its reader has its role, and ends when AWS should know it: SageMaker reads the files when it creates a model. */
function publishFor(publication: CustomResource, role: ExecutionRole): void {
  publication.node.addDependency(...role.ready);
  (publication.node.defaultChild as CfnResource).addPropertyOverride('Reader', role.version);
}
