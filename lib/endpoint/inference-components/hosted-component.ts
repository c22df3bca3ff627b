import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { Stack } from 'aws-cdk-lib';
import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnEndpoint, CfnInferenceComponent, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { componentPolicyArns } from '../../cdk/component-names';
import { endpointPolicyArns } from '../../cdk/endpoint-names';
import { hashOf, versionLogicalId } from '../../cdk/versioned-policy';
import { componentMetrics } from '../../monitoring/host-metrics';
import { EndpointLogs } from '../../monitoring/endpoint-logs';
import { ComponentScaling } from '../../scaling/component-scaling';
import { Component, scaledCopies } from '../resolved/component';
import { ComponentEndpoint } from '../resolved/endpoint';
import { modelReadPermissions } from '../models/read-models';
import { buildLogs } from '../monitoring/build';
import { buildHostTests } from '../tests/build-host-tests';
import { ModelHost, VariantContext } from '../variant/model-host';
import { componentProperties, overrideProperties, specificationWithoutModel } from './component-properties';
import { IHostedInferenceComponent } from './inference-component';
import { buildRollback } from './rollback';

/** The parts of an endpoint that its components use. */
export interface ComponentContext extends VariantContext {
  readonly endpoint: ComponentEndpoint;
}

/** An inference component with its model, log group and alarms. */
export class HostedComponent extends ModelHost implements IHostedInferenceComponent {
  public readonly componentName: string;
  public readonly inferenceComponentName: string;
  public readonly inferenceComponentArn: string;
  public readonly logs: EndpointLogs;
  public readonly cfnInferenceComponent: CfnInferenceComponent;

  constructor(
    scope: Construct,
    public readonly host: Component,
    private readonly componentContext: ComponentContext,
  ) {
    super(scope, host, componentContext);
    const { endpoint, role } = componentContext;
    this.componentName = host.variantName;
    this.inferenceComponentName = host.inferenceComponentName;
    this.inferenceComponentArn = Stack.of(this).formatArn({
      service: 'sagemaker',
      resource: 'inference-component',
      resourceName: this.inferenceComponentName,
    });
    this.logs = buildLogs(this, endpoint, this.inferenceComponentName);
    const { bytes } = this.pools[0].content;
    // SageMaker does not say which version of a component is in service, except by the name of its model. Each version therefore has its own.
    versionLogicalId(this.cfnModel, () => hashOf(Stack.of(this), specificationWithoutModel(host, bytes)));
    const rollback = buildRollback(this, host, this.cfnModel, endpoint.endpointName);
    this.cfnInferenceComponent = new CfnInferenceComponent(this, 'Resource', {
      ...componentProperties(host, this.cfnModel, bytes),
      endpointName: endpoint.endpointName,
      deploymentConfig: rollback.deploymentConfig,
    });
    overrideProperties(this.cfnInferenceComponent, host);
    role.allow(rollback.statements);
    this.cfnInferenceComponent.node.addDependency(...role.dependencies, this.logGroup);
    role.allow(modelReadPermissions(this.pools.map(({ content }) => content)));
    // CloudFormation would update a component whose name or endpoint changes, which SageMaker does not support.
    versionLogicalId(this.cfnInferenceComponent, () => hashOf(Stack.of(this), [this.inferenceComponentName]));
  }

  public metric(metricName: string, options?: MetricOptions): Metric {
    const { endpointName } = this.componentContext.endpoint;
    return componentMetrics(this.inferenceComponentName, endpointName, this.componentName).named(metricName, options);
  }

  public get logGroup(): LogGroup {
    return this.logs.logGroup;
  }

  public get cfnModel(): CfnModel {
    return this.pools[0].cfnModel;
  }

  /**
   * Creates what depends on the endpoint: scaling and tests.
   */
  public deployTo(cfnEndpoint: CfnEndpoint): void {
    const { endpoint } = this.componentContext;
    const { endpointName } = endpoint;
    const { inferenceComponentName, cfnInferenceComponent, scalingScope } = this;
    cfnInferenceComponent.node.addDependency(cfnEndpoint);
    const scaling = new ComponentScaling(this, 'CopyScaling', {
      component: cfnInferenceComponent,
      endpointName,
      scaled: { ...scaledCopies(this.host), scope: scalingScope },
    });
    // An update of the endpoint can change the component. The properties of the component contain no reference to the endpoint.
    scaling.release.node.addDependency(cfnEndpoint);
    const target = {
      inferenceComponentName,
      modelName: this.cfnModel.attrModelName,
      scalesToZero: this.host.range.minimum === 0,
    };
    buildHostTests({
      hosted: this,
      endpointName,
      probe: endpoint.probe,
      smokeTest: { ...endpoint.smokeTest, ...this.host.smokeTest },
      probeTarget: target,
      smokeTestTarget: target,
      deployed: cfnInferenceComponent,
      smokeTestDependencies: [scaling, scalingScope],
    });
  }

  public grantInvoke(grantee: IGrantable): Grant {
    return this.grant(grantee, 'sagemaker:InvokeEndpoint');
  }

  public grantInvokeWithResponseStream(grantee: IGrantable): Grant {
    return this.grant(grantee, 'sagemaker:InvokeEndpoint', 'sagemaker:InvokeEndpointWithResponseStream');
  }

  private grant(grantee: IGrantable, ...actions: string[]): Grant {
    const stack = Stack.of(this);
    const resourceArns = [
      ...endpointPolicyArns(stack, this.componentContext.endpoint.endpointName),
      ...componentPolicyArns(stack, this.inferenceComponentName),
    ];
    return Grant.addToPrincipal({ grantee, actions, resourceArns });
  }
}
