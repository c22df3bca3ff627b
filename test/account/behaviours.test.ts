import { BEHAVIOURS as SCALING } from './autoscaling/behaviours';
import { CLOUDFORMATION_BEHAVIOURS } from './cloudformation/behaviours';
import { BEHAVIOURS as CLOUDWATCH } from './cloudwatch/behaviours';
import { BEHAVIOURS as IAM } from './iam/behaviours';
import { BEHAVIOURS as SAGEMAKER } from './sagemaker/behaviours';

test('behaviours have ids of their own and a source', () => {
  const all = [...SCALING, ...CLOUDFORMATION_BEHAVIOURS, ...CLOUDWATCH, ...IAM, ...SAGEMAKER];
  const ids = all.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  for (const { source } of all) expect(source).not.toBe('');
});
