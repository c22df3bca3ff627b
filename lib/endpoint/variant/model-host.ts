import { CfnResource, CustomResource } from 'aws-cdk-lib';
import { CfnScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct, IConstruct } from 'constructs';
import { LISTING_METADATA_KEY } from '../../artifacts/listing';
import { reportFindings } from '../../findings/report';
import { EndpointAlarms } from '../../monitoring';
import { imagePullPermissions } from '../../cdk/pull-image';
import { Content } from '../resolved/content';
import { Endpoint } from '../resolved/endpoint';
import { Host, Pool } from '../resolved/host';
import { ExecutionRole } from '../role/execution-role';
import { TritonImage } from '../image';
import { TritonImageConfig } from '../image/image-source';
import { checkImageUri } from '../image/check';
import { imageConfigOf, credentialsFunctionPermissions } from '../image/private-registry';
import { EndpointNetwork } from '../network/build';
import { serverEnvironment } from '../../model/server/build';
import { exporterFiles } from '../server-metrics/exporter-files';
import { grantKey } from '../../cdk/keys';

/** The parts of an endpoint that all its variants share. */
export interface VariantContext {
  readonly endpoint: Endpoint;
  readonly role: ExecutionRole;
  readonly network: EndpointNetwork;
  /** Scope of the alarms. Undefined if the variant itself is the scope. */
  readonly alarmScope?: Construct;
}

/** An instance type with its models, the content of its containers, and its SageMaker model. */
export interface HostedPool extends Pool {
  readonly content: Content;
  readonly cfnModel: CfnModel;
}

/**
 * A variant or an inference component, with its SageMaker models and its alarms. Scaling, probe and smoke test are added after the endpoint is
 * created.
 */
export abstract class ModelHost extends Construct {
  public readonly variantName: string;
  public readonly alarms?: EndpointAlarms;

  /** The instance types in order of preference. */
  public readonly pools: HostedPool[];

  /** Scope of the scalable target and its policies. */
  public readonly scalingScope: Construct;

  private readonly modelByContent = new Map<Content, CfnModel>();
  private readonly image: TritonImageConfig;

  constructor(
    scope: Construct,
    public readonly host: Host,
    private readonly context: VariantContext,
  ) {
    super(scope, host.variantName);
    const { endpoint, alarmScope } = context;
    this.variantName = host.variantName;
    this.scalingScope = new Construct(this, 'Scaling');
    this.image = this.bindImage(host.image);
    const contents = host.serving.build(this, host.pools, {
      scope,
      image: host.image,
      boundImage: this.image,
      network: context.network.jobs,
      encryptionKey: endpoint.encryptionKey,
      additionalFiles: host.exportedMetrics ? exporterFiles() : [],
    });
    this.pools = host.pools.map((pool, index) => {
      const content = contents[index];
      return { ...pool, content, cfnModel: this.modelFor(content) };
    });
    this.alarms =
      host.alarms &&
      EndpointAlarms._create(alarmScope ? new Construct(alarmScope, host.variantName) : this, 'Alarms', host.alarms);
  }

  public get cfnModels(): CfnModel[] {
    return [...this.modelByContent.values()];
  }

  public get cfnScalableTarget(): CfnScalableTarget | undefined {
    return this.scalingScope.node.tryFindChild('ScalableTarget') as CfnScalableTarget | undefined;
  }

  public get probe(): IConstruct | undefined {
    return this.node.tryFindChild('Probe');
  }

  public get smokeTest(): IConstruct | undefined {
    return this.node.tryFindChild('SmokeTest');
  }

  private bindImage(image: TritonImage): TritonImageConfig {
    const bound = image._bind(this);
    // A name that was known before the image was bound is already checked.
    if (image._uri !== undefined) return bound;
    reportFindings(this, checkImageUri(this, bound, 'image'));
    return bound;
  }

  private modelFor(content: Content): CfnModel {
    const model = this.modelByContent.get(content) ?? this.createModel(content);
    this.modelByContent.set(content, model);
    return model;
  }

  private createModel(content: Content): CfnModel {
    const { role, network, endpoint } = this.context;
    const { image, server, exportedMetrics } = this.host;
    role.allow([...imagePullPermissions(this.image), ...credentialsFunctionPermissions(this.image)]);
    grantKey(content.bucketKey, role, 'kms:Decrypt');
    const { multiModel } = endpoint;
    const serverContext = { release: image.release, models: content.models, multiModel, exportedMetrics };
    const id = this.modelByContent.size === 0 ? 'Model' : `Model${this.modelByContent.size + 1}`;
    const model = new CfnModel(this, id, {
      executionRoleArn: role.role.roleArn,
      // A model package contains the image and the environment. SageMaker rejects additional environment variables.
      primaryContainer: content.container.modelPackageName
        ? content.container
        : {
            image: this.image.uri,
            imageConfig: imageConfigOf(this.image),
            environment: { ...serverEnvironment(server, serverContext), ...content.environment },
            ...content.container,
          },
      ...(endpoint.fleet ? {} : { vpcConfig: network.vpcConfig, enableNetworkIsolation: endpoint.networkIsolation }),
    });
    if (content.listing) model.addMetadata(LISTING_METADATA_KEY, content.listing);
    model.node.addDependency(...role.dependencies);
    // SageMaker invokes the function through the network when it creates the model.
    if (this.image.credentialsFunction) model.node.addDependency(...(network.dependencies ?? []));
    if (content.publication) {
      publishAfterPermissions(content.publication, role);
      model.node.addDependency(content.publication);
    }
    return model;
  }
}

/**
 * Makes a publication (the custom resource that writes model files to S3) start after the role has the permissions to read the files.
 * SageMaker reads the files when it creates a model, so the time of the publication allows the permissions to take effect.
 */
function publishAfterPermissions(publication: CustomResource, role: ExecutionRole): void {
  publication.node.addDependency(...role.dependencies);
  (publication.node.defaultChild as CfnResource).addPropertyOverride('Reader', role.version);
}
