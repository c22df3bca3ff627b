import { Connections, IConnectable } from 'aws-cdk-lib/aws-ec2';
import { Grant, IGrantable, IRole } from 'aws-cdk-lib/aws-iam';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { captureCreationStack } from '../../cdk/creation-stack';
import { DEFAULT_VARIANT_NAME, endpointArnOf } from '../../cdk/endpoint-names';
import { inLanguageOfApp } from '../../findings/in-language-of-app';
import { reportFindings } from '../../findings/report';
import { rulePage } from '../../findings/rule-page';
import { TritonDashboard } from '../../monitoring';
import { reportDisabledFeatures } from '../hosting/report-disabled-features';
import { reportReadings } from '../models/report-readings';
import { endpointNameOf } from '../hosting/resolve';
import { TritonEndpointBase } from '../hosting/triton-endpoint-base';
import { buildComponents } from './build';
import { checkComponents } from './check';
import { IHostedInferenceComponent } from './inference-component';
import { TritonInferenceComponentsProps } from '../options/component-options';
import { resolveComponents } from './resolve';

/** SageMaker's names of the components contain the name of the endpoint. This length leaves 22 of the 63 characters for the name of a component. */
const MAX_DERIVED_NAME_LENGTH = 40;

/**
 * A SageMaker real-time endpoint that serves several Triton models on shared instances. Each model is an inference component: its copies
 * reserve GPUs, vCPUs and memory, and scale with the requests to the model. SageMaker adds and removes instances for the copies.
 *
 * A change of one component does not change the other components. Each request names a component (`InferenceComponentName`).
 *
 * @throws one error with all findings if Triton or SageMaker would reject the configuration during deployment, or if the copies do not fit
 * on the instances
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/realtime-endpoints-deploy-models.html
 * @example
 * const endpoint = new TritonInferenceComponents(stack, 'Shared', {
 *   instanceType: InstanceType.G5_12XLARGE,
 *   maxInstanceCount: 2,
 *   components: [
 *     { componentName: 'classifier', model },
 *     {
 *       componentName: 'detector',
 *       model,
 *       scaling: Scaling.invocationsPerCopy({ minCapacity: 0, maxCapacity: 2, invocationsPerSecond: 10 }),
 *     },
 *   ],
 * });
 */
export class TritonInferenceComponents extends TritonEndpointBase implements IConnectable {
  /** Name of the endpoint. It is a plain string and no reference. */
  public readonly endpointName: string;

  /** ARN of the endpoint. */
  public readonly endpointArn: string;

  /** Name of the only variant, on whose instances the components run. */
  public readonly variantNames: string[] = [DEFAULT_VARIANT_NAME];

  /** Always empty: an endpoint with inference components has no shadow variants. */
  public readonly shadowVariantNames: string[] = [];

  /** The components, in the order of the property. */
  public readonly components: IHostedInferenceComponent[];

  /** IAM role that SageMaker assumes for the endpoint and its models. */
  public readonly role: IRole;

  /** Dashboard that shows the components. Undefined without monitoring. */
  public readonly dashboard?: TritonDashboard;

  /** The endpoint configuration. */
  public readonly cfnEndpointConfig: CfnEndpointConfig;

  /** The endpoint. */
  public readonly cfnEndpoint: CfnEndpoint;

  private readonly instanceConnections?: Connections;

  /**
   * Checks the properties, and creates the endpoint with its components, their alarms and their tests.
   *
   * @param scope scope of the construct, such as a stack
   * @param id ID of the construct, unique within the scope. A change of the ID replaces the resources
   * @param props components, instances and other properties of the endpoint
   */
  constructor(scope: Construct, id: string, props: TritonInferenceComponentsProps) {
    super(scope, id, { physicalName: props.endpointName });
    const traceResources = captureCreationStack(this);
    const endpointName = endpointNameOf(this, props, MAX_DERIVED_NAME_LENGTH);
    const endpoint = resolveComponents(endpointName, props);
    this.endpointName = endpointName;
    this.endpointArn = endpointArnOf(this.stack, endpointName);
    reportFindings(this, checkComponents(this, endpoint));
    reportDisabledFeatures(this, endpoint);
    reportReadings(
      this,
      endpoint.components.flatMap(({ models }) => models),
    );

    const built = buildComponents(this, endpoint);
    this.components = built.components;
    this.role = built.role;
    this.dashboard = built.dashboard;
    this.cfnEndpointConfig = built.cfnEndpointConfig;
    this.cfnEndpoint = built.cfnEndpoint;
    this.instanceConnections = built.connections;
    traceResources();
  }

  /**
   * Returns a component of the endpoint.
   *
   * @param componentName the `componentName` of the component
   * @throws an error if the endpoint has no such component
   */
  public componentOf(componentName: string): IHostedInferenceComponent {
    const component = this.components.find((each) => each.componentName === componentName);
    if (component) return component;
    const names = this.components.map((each) => each.componentName).join(', ');
    throw new Error(
      `${this.node.path}: ${inLanguageOfApp('componentOf')}: got '${componentName}'; allowed: ${names} ${rulePage('ic.name')}`,
    );
  }

  /**
   * Grants permission to invoke all components (`sagemaker:InvokeEndpoint`). To grant the permission for one component, use
   * `componentOf(name).grantInvoke`.
   *
   * @param grantee the principal to grant the permission to
   */
  public grantInvoke(grantee: IGrantable): Grant {
    return this.components
      .map((component) => component.grantInvoke(grantee))
      .reduce((all, grant) => all.combine(grant));
  }

  /**
   * Grants permission to invoke all components with streamed responses (`InferenceType.GENERATE_STREAM`).
   *
   * @param grantee the principal to grant the permission to
   */
  public grantInvokeWithResponseStream(grantee: IGrantable): Grant {
    return this.components
      .map((component) => component.grantInvokeWithResponseStream(grantee))
      .reduce((all, grant) => all.combine(grant));
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
