import { CfnResource, CustomResource, Duration, Lazy, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from '../../platform/acknowledge';
import { jsonText } from '../../platform/json-text';
import { createLibraryFunction } from '../../platform/library-function';
import { FUNCTIONS, WILDCARDS } from '../../platform/nag-reasons';
import { hashOf } from '../../platform/versioned-policy';
import { stackSingleton } from '../../platform/stack-singleton';
import { FleetUpdate } from './instances-needed';
import { CheckedFleet, PreflightProperties } from './preflight-properties';

const ID = 'TritonPreflight';

/**
 * Compares the instances that a deployment needs with the account's quotas, before anything else of the endpoints changes: one check for all
 * endpoints of a stack, since they share the quotas.
 */
export class Preflight extends Construct {
  /** The stack's check. */
  public static of(scope: Construct): Preflight {
    return stackSingleton(scope, ID, (stack) => new Preflight(stack));
  }

  /** What everything else of a checked endpoint waits for. */
  public readonly resource: CustomResource;
  private readonly fleets: CheckedFleet[] = [];

  private constructor(stack: Stack) {
    super(stack, ID);
    const { handler, policy } = createLibraryFunction(this, {
      handler: 'preflight',
      description: 'Compares the instances that a deployment needs with the quotas of the account',
      timeout: Duration.minutes(5),
      memorySize: 256,
      reasons: FUNCTIONS.preflight,
    });
    const describe = (resource: string): string =>
      stack.formatArn({ service: 'sagemaker', resource, resourceName: '*' });
    const statements = [
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
      // These actions support no resource.
      new PolicyStatement({
        actions: ['servicequotas:ListServiceQuotas', 'servicequotas:ListAWSDefaultServiceQuotas'],
        resources: ['*'],
      }),
      new PolicyStatement({ actions: ['sagemaker:ListEndpoints'], resources: ['*'] }),
      // All endpoints of the account use the quota.
      new PolicyStatement({ actions: ['sagemaker:DescribeEndpoint'], resources: [describe('endpoint')] }),
      new PolicyStatement({ actions: ['sagemaker:DescribeEndpointConfig'], resources: [describe('endpoint-config')] }),
    ];
    policy.addStatements(...statements);
    acknowledgeWildcards(this, statements, WILDCARDS.preflight);
    const properties: PreflightProperties = {
      Fleets: Lazy.string({ produce: () => jsonText(stack, this.fleets) }),
    };
    this.resource = new CustomResource(this, 'Resource', {
      resourceType: 'Custom::TritonPreflight',
      serviceToken: handler.functionArn,
      serviceTimeout: Duration.minutes(10),
      properties: { ...properties },
    });
    this.resource.node.addDependency(policy.ready);
  }

  /**
   * Adds an endpoint.
   *
   * @param resources a change of one of them starts a new fleet
   */
  public add(fleet: FleetUpdate, resources: CfnResource[]): void {
    const stack = Stack.of(this);
    const version = Lazy.string({
      produce: () =>
        hashOf(
          stack,
          resources.map((each) => propertiesOf(stack, each)),
        ),
    });
    this.fleets.push({ ...fleet, version });
  }
}

/** As they are in the template; what a resource depends on starts no fleet. */
function propertiesOf(stack: Stack, resource: CfnResource): object[] {
  const { Resources } = stack.resolve(resource['_toCloudFormation']()) as {
    Resources: Record<string, { Properties?: object }>;
  };
  return Object.values(Resources).map(({ Properties = {} }) => Properties);
}
