import { Stack } from 'aws-cdk-lib';
import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnInferenceComponent, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { componentPolicyArns } from '../../cdk/component-names';
import { endpointPolicyArns } from '../../cdk/endpoint-names';
import { hashOf, versionLogicalId } from '../../cdk/versioned-policy';
import { InferenceComponentMetrics } from '../../monitoring';
import { Variant } from '../endpoint';
import { buildLogs } from '../monitoring/build';
import { ModelHost, VariantContext } from '../variant/model-host';
import { componentProperties, overrideProperties } from './component-properties';
import { ComponentVariant } from './fleet-size';
import { IHostedInferenceComponent } from './inference-component';
import { buildRollback, RollbackAlarmSet } from './rollback';

/** An inference component with its model, log group and alarms. */
export class HostedComponent extends ModelHost implements IHostedInferenceComponent {
  public readonly componentName: string;
  public readonly inferenceComponentName: string;
  public readonly inferenceComponentArn: string;
  public readonly metrics: InferenceComponentMetrics;
  public readonly logGroup: LogGroup;
  public readonly cfnInferenceComponent: CfnInferenceComponent;
  /** The alarms on which updates roll back. */
  public readonly rollbackAlarms: RollbackAlarmSet;
  private readonly endpointName: string;

  constructor(
    scope: Construct,
    public readonly variant: Variant & ComponentVariant,
    context: VariantContext,
  ) {
    super(scope, variant, context);
    const { endpoint } = context;
    this.componentName = variant.variantName;
    this.inferenceComponentName = variant.component.inferenceComponentName;
    this.inferenceComponentArn = Stack.of(this).formatArn({
      service: 'sagemaker',
      resource: 'inference-component',
      resourceName: this.inferenceComponentName,
    });
    this.metrics = new InferenceComponentMetrics(this.inferenceComponentName);
    this.endpointName = endpoint.endpointName;
    this.logGroup = buildLogs(this, endpoint, this.inferenceComponentName).logGroup;
    const rollback = buildRollback(this);
    this.rollbackAlarms = rollback.alarms;
    this.cfnInferenceComponent = new CfnInferenceComponent(
      this,
      'Resource',
      componentProperties(this, endpoint.endpointName, rollback.deploymentConfig),
    );
    overrideProperties(this.cfnInferenceComponent, variant.component);
    // CloudFormation would update a component whose name or endpoint changes, which SageMaker does not support.
    versionLogicalId(this.cfnInferenceComponent, () => hashOf(Stack.of(this), [this.inferenceComponentName]));
  }

  public get cfnModel(): CfnModel {
    return this.pools[0].cfnModel;
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
      ...endpointPolicyArns(stack, this.endpointName),
      ...componentPolicyArns(stack, this.inferenceComponentName),
    ];
    return Grant.addToPrincipal({ grantee, actions, resourceArns });
  }
}
