import { App, Aspects, IAspect, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import { CfnFunction, Function } from 'aws-cdk-lib/aws-lambda';
import { IConstruct } from 'constructs';
import { InferenceRecommenderJob, InstanceType, TritonRealtimeEndpoint } from '../../../lib';
import { classifier } from '../fixtures';

/** The aspect of docs/security.md, "Functions in a VPC". */
class FunctionsInVpc implements IAspect {
  public visit(node: IConstruct): void {
    if (!(node instanceof Function)) return;
    (node.node.defaultChild as CfnFunction).vpcConfig = { subnetIds: ['subnet-1'], securityGroupIds: ['sg-1'] };
    node.role?.addManagedPolicy(ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSLambdaVPCAccessExecutionRole'));
  }
}

test('an aspect runs all functions of the library in a VPC', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), vpc: new Vpc(stack, 'Vpc') });
  new InferenceRecommenderJob(stack, 'Benchmark', {
    model: classifier(),
    instanceTypes: [InstanceType.of('ml.c5.xlarge')],
  });
  Aspects.of(stack).add(new FunctionsInVpc());
  const template = Template.fromStack(stack);
  const functions = Object.values(template.findResources('AWS::Lambda::Function')).filter(
    ({ Properties: { Description: description } }) => !/VPC restrict/.test(description ?? ''),
  );
  expect(functions.length).toBeGreaterThan(5);
  for (const { Properties: properties } of functions) {
    expect(properties.VpcConfig).toEqual({ SubnetIds: ['subnet-1'], SecurityGroupIds: ['sg-1'] });
    const role = template.toJSON().Resources[properties.Role['Fn::GetAtt'][0]];
    expect(JSON.stringify(role.Properties.ManagedPolicyArns)).toContain('AWSLambdaVPCAccessExecutionRole');
  }
});
