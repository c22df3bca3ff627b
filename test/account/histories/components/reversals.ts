import { Template } from '../../cloudformation/template';
import { changeEach, Reversal, without } from '../reversals';

function combine(...reversals: Reversal[]): Reversal {
  return (template) => reversals.reduce((changed, reversal) => reversal(changed), template);
}

/** An update of a component begins without waiting for scaling, and with the initial number of copies. */
export const withoutComponentRelease: Reversal = combine(
  changeEach('AWS::SageMaker::InferenceComponent', ({ Properties }) => {
    Properties.RuntimeConfig = { CopyCount: 1 };
  }),
  changeEach('Custom::TritonScalingRegistration', ({ Properties }) => {
    if (Properties.CopyCount) Properties.CopyCount = '1';
  }),
  without((id) => /CopyScalingRelease/.test(id)),
);

/** The endpoint does not wait for managed instance scaling. */
export const withoutInstanceScaling: Reversal = without((id) => /InstanceScalingRe/.test(id));

/** A component keeps its logical ID if its name changes. */
export const withFixedComponentIds: Reversal = (template) => {
  const ids = Object.keys(template.Resources).filter(
    (id) => template.Resources[id].Type === 'AWS::SageMaker::InferenceComponent',
  );
  const text = ids.reduce((json, id) => json.replaceAll(id, id.slice(0, -16)), JSON.stringify(template));
  return JSON.parse(text) as Template;
};

/** Nothing compares the served version with the deployment: neither the registration nor the smoke test. */
export const withoutVersionChecks: Reversal = combine(
  changeEach('Custom::TritonScalingRegistration', ({ Properties }) => {
    if (Properties.Component) Properties.Component = '{}';
  }),
  changeEach('Custom::TritonSmokeTest', ({ Properties }) => {
    delete Properties.ModelName;
  }),
);

/** The function that prepares updates may not restore the version of a component. */
export const withoutRestoredVersions: Reversal = changeEach('AWS::IAM::Policy', ({ Properties }) => {
  const { Statement } = Properties.PolicyDocument as { Statement: { Action: string | string[] }[] };
  for (const statement of Statement)
    statement.Action = [statement.Action].flat().filter((action) => action !== 'sagemaker:UpdateInferenceComponent');
});
