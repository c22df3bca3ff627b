import { Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { InstanceType } from '../../../lib';
import { stackWith } from '../fixtures';

const instancePools = [{ instanceType: InstanceType.G5_XLARGE }, { instanceType: InstanceType.G6_XLARGE }];

const warningsOf = (stack: Stack) =>
  Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp('.*sm.instance-pools-region.*'));

test('instance pools cause a warning in a Region for which AWS does not list them', () => {
  const [warning] = warningsOf(stackWith({ instancePools }, 'eu-west-3'));
  expect(warning.entry.data).toContain(
    'instancePools: got 2 instance types in eu-west-3, where AWS does not list instance pools; listed: ap-northeast-1, ',
  );
});

test('instance pools in a listed or unknown Region, and one instance type in any Region, cause no warning', () => {
  expect(warningsOf(stackWith({ instancePools }, 'eu-central-1'))).toEqual([]);
  expect(warningsOf(stackWith({ instancePools }))).toEqual([]);
  expect(warningsOf(stackWith({ instanceType: InstanceType.G5_XLARGE }, 'eu-west-3'))).toEqual([]);
});
