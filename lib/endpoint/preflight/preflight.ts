import { CfnResource, CustomResource, Duration, Lazy, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from '../../cdk/acknowledge';
import { createLibraryFunction } from '../../cdk/library-function';
import { FUNCTION_REASONS, WILDCARD_REASONS } from '../../cdk/nag-reasons';
import { hashOf } from '../../cdk/versioned-policy';
import { stackSingleton } from '../../cdk/stack-singleton';
import { FleetUpdate } from '../../contracts/instances-needed';
import { CheckedFleet, PreflightProperties } from '../../contracts/preflight-properties';

const ID = 'TritonPreflight';

/**
 * Compares the instances that a deployment requires with the account's quotas, before the deployment changes any endpoint. A stack has one
 * check for all its endpoints, because they share the quotas.
 */
export class Preflight extends Construct {
  /** Returns the check of the stack, and creates it if necessary. */
  public static of(scope: Construct): Preflight {
    return stackSingleton(scope, ID, (stack) => new Preflight(stack));
  }

  /** The custom resource that runs the check. All other resources of a checked endpoint depend on it. */
  public readonly resource: CustomResource;
  private readonly fleets: CheckedFleet[] = [];

  private constructor(stack: Stack) {
    super(stack, ID);
    const { handler, policy } = createLibraryFunction(this, {
      handler: 'preflight',
      description: 'Compares the instances that a deployment needs with the quotas of the account',
      timeout: Duration.minutes(5),
      memorySize: 256,
      reasons: FUNCTION_REASONS.preflight,
    });
    const wildcardArn = (resource: string): string =>
      stack.formatArn({ service: 'sagemaker', resource, resourceName: '*' });
    const statements = [
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
      // These actions do not support resource-level permissions.
      new PolicyStatement({
        actions: ['servicequotas:ListServiceQuotas', 'servicequotas:ListAWSDefaultServiceQuotas'],
        resources: ['*'],
      }),
      new PolicyStatement({ actions: ['sagemaker:ListEndpoints'], resources: ['*'] }),
      // All endpoints of the account use the quota.
      new PolicyStatement({ actions: ['sagemaker:DescribeEndpoint'], resources: [wildcardArn('endpoint')] }),
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpointConfig'],
        resources: [wildcardArn('endpoint-config')],
      }),
    ];
    policy.addStatements(...statements);
    acknowledgeWildcards(this, statements, WILDCARD_REASONS.preflight);
    const properties: PreflightProperties = {
      Fleets: Lazy.string({ produce: () => stack.toJsonString(this.fleets) }),
    };
    this.resource = new CustomResource(this, 'Resource', {
      resourceType: 'Custom::TritonPreflight',
      serviceToken: handler.functionArn,
      serviceTimeout: Duration.minutes(10),
      properties: { ...properties },
    });
    this.resource.node.addDependency(policy.policies);
  }

  /**
   * Adds an endpoint to the check.
   *
   * @param fleet the instances that an update of the endpoint requires
   * @param resources resources of the endpoint. A change of one of these resources replaces the instances
   * @param components inference components and their models. A change of one of these resources can start further instances
   */
  public add(fleet: FleetUpdate, resources: CfnResource[], components: CfnResource[] = []): void {
    const stack = Stack.of(this);
    const versionOf = (versioned: CfnResource[]): string =>
      Lazy.string({
        produce: () =>
          hashOf(
            stack,
            versioned.map((resource) => propertiesOf(stack, resource)),
          ),
      });
    const componentsVersion = components.length > 0 ? versionOf(components) : undefined;
    this.fleets.push({ ...fleet, version: versionOf(resources), componentsVersion });
  }
}

/** The properties in the template. A change of other attributes, such as dependencies, does not replace the instances. */
function propertiesOf(stack: Stack, resource: CfnResource): object[] {
  const { Resources } = stack.resolve(resource['_toCloudFormation']()) as {
    Resources: Record<string, { Properties?: object }>;
  };
  return Object.values(Resources).map(({ Properties = {} }) => Properties);
}
