import { ResourceDefinition, Template } from '../../cloudformation/template';
import { Reversal } from '../reversals';

type Resource = ResourceDefinition & { Properties: Record<string, unknown> };

/** Changes the resources of a type in a copy of the template. */
function changeEach(type: string, change: (resource: Resource, id: string, template: Template) => void): Reversal {
  return (template) => {
    const copy = structuredClone(template);
    for (const [id, resource] of Object.entries(copy.Resources))
      if (resource.Type === type) change(resource as Resource, id, copy);
    return copy;
  };
}

/** Removes resources, and DependsOn entries for them. */
function without(template: Template, isRemoved: (id: string, resource: ResourceDefinition) => boolean): Template {
  const entries = Object.entries(template.Resources);
  const removed = entries.filter(([id, resource]) => isRemoved(id, resource)).map(([id]) => id);
  const Resources = entries
    .filter(([id]) => !removed.includes(id))
    .map(([id, resource]) => {
      const DependsOn = [resource.DependsOn ?? []].flat().filter((other) => !removed.includes(other));
      return [id, { ...resource, DependsOn }] as const;
    });
  return { ...template, Resources: Object.fromEntries(Resources) };
}

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
  (template) => without(template, (id) => /CopyScalingRelease/.test(id)),
);

/** The endpoint does not wait for managed instance scaling. */
export const withoutInstanceScaling: Reversal = (template) => without(template, (id) => /InstanceScalingRe/.test(id));

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
