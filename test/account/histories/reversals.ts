import { ResourceDefinition, Template } from '../cloudformation/template';

/** A template as the library made it before a fix. */
export type Reversal = (template: Template) => Template;

type Change = (resource: ResourceDefinition & { Properties: Record<string, unknown> }, id: string) => void;

/** A copy with resources changed. */
function each(type: string, change: Change): Reversal {
  return (template) => {
    const copy = structuredClone(template);
    for (const [id, resource] of Object.entries(copy.Resources)) {
      if (resource.Type === type) change(resource as Parameters<Change>[0], id);
    }
    return copy;
  };
}

/** A copy without resources of a type. What depended on them no longer does. */
export function without(type: string): Reversal {
  return (template) => {
    const isGone = (id: string): boolean => template.Resources[id].Type === type;
    const kept = Object.entries(template.Resources).filter(([id]) => !isGone(id));
    const Resources = kept.map(([id, resource]) => {
      const DependsOn = [resource.DependsOn ?? []].flat().filter((other) => !isGone(other));
      return [id, { ...resource, DependsOn }] as const;
    });
    return { ...template, Resources: Object.fromEntries(Resources) };
  };
}

interface Statement {
  readonly Action: string | string[];
}

/** No policy allows the action. */
export function withoutAction(action: string): Reversal {
  return withoutActionOf('', action);
}

/** No policy whose logical id begins so allows the action. */
export function withoutActionOf(beginning: string, action: string): Reversal {
  return each('AWS::IAM::Policy', ({ Properties }, id) => {
    if (!id.startsWith(beginning)) return;
    const document = Properties.PolicyDocument as { Statement: Statement[] };
    document.Statement = document.Statement.filter(({ Action }) => ![Action].flat().includes(action));
  });
}

/** The permission to write the log ends with the role's others: after everything that waits, at the same time as the log group. */
export const withLogWrittenToTheEnd: Reversal = (template) => {
  const copy = structuredClone(template);
  const ids = Object.keys(copy.Resources);
  const policy = ids.find((id) => id.includes('EndpointExecutionPolicy')) ?? '';
  const cleanup = ids.find((id) => copy.Resources[id].Type === 'Custom::TritonEndpointCleanup') ?? '';
  const dependOn = (id: string, others: (before: string[]) => string[]): void => {
    const { DependsOn = [], ...resource } = copy.Resources[id];
    copy.Resources[id] = { ...resource, DependsOn: others([DependsOn].flat()) };
  };
  dependOn(policy, (before) => before.filter((other) => other !== cleanup));
  dependOn(cleanup, (before) => [...before, policy]);
  return copy;
};

/** Policies keep their logical ids and names, and are edited. They allow to read one version of the model. */
export const withEditedPolicies: Reversal = (template) => {
  let text = JSON.stringify(template);
  for (const [id, { Type }] of Object.entries(template.Resources)) {
    const [, stem, version] = /^(.*)([0-9a-f]{16})$/.exec(id) ?? [];
    if (Type !== 'AWS::IAM::Policy' || stem === undefined) continue;
    text = text.replaceAll(id, stem).replaceAll(`-${version}"`, '"');
  }
  for (const { Type, Properties = {} } of Object.values(template.Resources)) {
    if (Type !== 'Custom::TritonModelPublication') continue;
    const prefix = String(Properties.Prefix);
    text = text.replaceAll(`${prefix.replace(/[^/]+\/$/, '')}*`, `${prefix}*`);
  }
  return JSON.parse(text) as Template;
};

/** Rollback alarms watch the endpoint, whatever fleet it has. */
export const withAlarmsOfAllFleets = each('AWS::CloudWatch::Alarm', (resource, id) => {
  if (!id.includes('RollbackAlarms')) return;
  const withoutConfig = (_: string, value: unknown): unknown =>
    Array.isArray(value) ? value.filter((item: { Name?: unknown }) => item.Name !== 'EndpointConfigName') : value;
  // The reviver looks into intrinsic functions, too; their lists have texts and objects without such a name.
  Object.assign(resource, { Properties: JSON.parse(JSON.stringify(resource.Properties), withoutConfig) as object });
});

/** Rollback alarms are edited and not replaced: their names do not say which configuration they watch. */
export const withAlarmsOfOneName = each('AWS::CloudWatch::Alarm', ({ Properties }, id) => {
  if (!id.includes('RollbackAlarms')) return;
  const name = Properties.AlarmName as { 'Fn::Join': [string, unknown[]] };
  Properties.AlarmName = name['Fn::Join'][1].filter((part) => typeof part === 'string').join('');
});

/** An update keeps the weights that the endpoint has. */
export const withRetainedWeights = each('AWS::SageMaker::Endpoint', ({ Properties }) => {
  delete Properties.ExcludeRetainedVariantProperties;
});

/** The registration does not know the counts of variants that do not scale. */
export const withoutCounts = each('Custom::TritonScalingRegistration', ({ Properties }) => {
  const variants = JSON.parse(String(Properties.Variants)) as { target?: object }[];
  Properties.Variants = JSON.stringify(variants.filter(({ target }) => target));
});

/** The release does not know the strategy, and leaves each variant its count. */
export const withAnyCountBefore = each('Custom::TritonScalingRelease', ({ Properties }) => {
  Properties.Deployment = '{}';
});

/** The composite alarm is named after the construct alone. */
export const withFixedCompositeName = each('AWS::CloudWatch::CompositeAlarm', ({ Properties }) => {
  Properties.AlarmName = 'EndpointAllTrafficAlarms';
});

/** Scaling policies are edited: their names do not say what they are. */
export const withEditedScalingPolicies: Reversal = (template) => {
  let text = JSON.stringify(template);
  for (const { Type, Properties = {} } of Object.values(template.Resources)) {
    if (Type !== 'AWS::ApplicationAutoScaling::ScalingPolicy') continue;
    const name = String(Properties.PolicyName);
    text = text.replaceAll(name, name.replace(/-[0-9a-f]{16}$/, ''));
  }
  return JSON.parse(text) as Template;
};

/** Registrations do not know which alarms call their policies. */
export const withoutAlarmsOfPolicies: Reversal = (template) =>
  JSON.parse(JSON.stringify(template).replace(/,\\"alarmNames\\":\[[^\]]*\]/g, '')) as Template;

/** Functions repeat what is denied at once. */
export const withoutPauses = each('AWS::Lambda::Function', ({ Properties }) => {
  const { Variables = {} } = (Properties.Environment ?? {}) as { Variables?: object };
  Properties.Environment = { Variables: { ...Variables, PERMISSION_PAUSE_MILLISECONDS: '0' } };
});

/** Publications do not know who reads what they publish. */
export const withoutReader = each('Custom::TritonModelPublication', ({ Properties }) => {
  delete Properties.Reader;
});

/** Of the alarms that track targets, policies name those of endpoints. */
export const withAlarmsOfOneEndpoint: Reversal = (template) =>
  JSON.parse(
    JSON.stringify(template).replaceAll(':alarm:TargetTracking*', ':alarm:TargetTracking-endpoint/*'),
  ) as Template;
