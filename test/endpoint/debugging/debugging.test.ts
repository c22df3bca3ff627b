import { EndpointPurpose, TritonRealtimeEndpointProps } from '../../../lib';
import { endpointTemplate, warningsOf } from '../failures/outcome';
import { statementsOf } from '../fixtures';

const CONFIG = 'AWS::SageMaker::EndpointConfig';
const development = { purpose: EndpointPurpose.DEVELOPMENT };

describe('shell access to the containers', () => {
  test('is enabled for every variant, except for variants that disable it', () => {
    const template = endpointTemplate({
      ...development,
      ssmAccess: true,
      variants: [{ variantName: 'Stable', ssmAccess: false }, { variantName: 'Candidate' }],
    });
    template.hasResourceProperties(CONFIG, {
      ProductionVariants: [
        { VariantName: 'Stable', EnableSSMAccess: false },
        { VariantName: 'Candidate', EnableSSMAccess: true },
      ],
    });
  });

  test('grants the permissions of the Systems Manager agent only if the access is enabled', () => {
    const allowedSsmActions = (props: Partial<TritonRealtimeEndpointProps>): string[] =>
      statementsOf(endpointTemplate(props))
        .flatMap(({ Action }) => Action)
        .filter((action) => action.startsWith('ssmmessages:'));
    expect(allowedSsmActions(development)).toEqual([]);
    expect(allowedSsmActions({ ...development, ssmAccess: true })).toEqual([
      'ssmmessages:CreateControlChannel',
      'ssmmessages:CreateDataChannel',
      'ssmmessages:OpenControlChannel',
      'ssmmessages:OpenDataChannel',
    ]);
  });

  test('is disabled by default', () => {
    expect(JSON.stringify(endpointTemplate().toJSON())).not.toContain('SSMAccess');
  });

  test('causes a warning in production, but not in development', () => {
    expect(warningsOf({ ssmAccess: true })).toContainEqual(
      expect.stringMatching(/endpoint for production.*sm\.ssm-access/),
    );
    expect(warningsOf({ ...development, ssmAccess: true })).not.toContainEqual(expect.stringMatching(/sm\.ssm-access/));
  });

  test('causes a warning that names the variant if the containers have no network', () => {
    const variants = [{ variantName: 'A' }, { variantName: 'B', ssmAccess: true }];
    expect(warningsOf({ ...development, networkIsolation: true, variants })).toContainEqual(
      expect.stringMatching(/variants\[1\]\.ssmAccess.*networkIsolation.*sm\.ssm-access/),
    );
  });
});
