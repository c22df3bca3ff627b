import { ResourceDefinition, Template } from '../cloudformation/template';

/**
 * Changes a template so that it lacks a fix of the library, to show that an invariant is violated without the fix. The comment on each
 * constant reversal describes the changed template, which is defective.
 */
export type Reversal = (template: Template) => Template;

type Change = (resource: ResourceDefinition & { Properties: Record<string, unknown> }, id: string) => void;

/** Changes the resources of a type in a copy of the template. */
export function changeEach(type: string, change: Change): Reversal {
  return (template) => {
    const copy = structuredClone(template);
    for (const [id, resource] of Object.entries(copy.Resources)) {
      if (resource.Type === type) change(resource as Parameters<Change>[0], id);
    }
    return copy;
  };
}

/** Removes resources, and DependsOn entries for them. */
export function without(isRemoved: (id: string, resource: ResourceDefinition) => boolean): Reversal {
  return (template) => {
    const entries = Object.entries(template.Resources);
    const removed = entries.filter(([id, resource]) => isRemoved(id, resource)).map(([id]) => id);
    const Resources = entries
      .filter(([id]) => !removed.includes(id))
      .map(([id, resource]) => {
        const DependsOn = [resource.DependsOn ?? []].flat().filter((otherId) => !removed.includes(otherId));
        return [id, { ...resource, DependsOn }] as const;
      });
    return { ...template, Resources: Object.fromEntries(Resources) };
  };
}

/** Removes all resources of the types. */
export function withoutResources(...types: string[]): Reversal {
  return without((_, { Type }) => types.includes(Type));
}

interface Statement {
  readonly Action: string | string[];
}

/** Changes the statements of all policies whose logical ID begins with the prefix, and of the policies in roles. */
function changeStatements(change: (statements: Statement[]) => Statement[], prefix = ''): Reversal {
  const changeDocument = (document: { Statement: Statement[] }): void => {
    document.Statement = change(document.Statement);
  };
  const changePolicies = changeEach('AWS::IAM::Policy', ({ Properties }, id) => {
    if (id.startsWith(prefix)) changeDocument(Properties.PolicyDocument as { Statement: Statement[] });
  });
  const changeRoles = changeEach('AWS::IAM::Role', ({ Properties }, id) => {
    const { Policies = [] } = Properties as { Policies?: { PolicyDocument: { Statement: Statement[] } }[] };
    if (id.startsWith(prefix)) Policies.forEach(({ PolicyDocument }) => changeDocument(PolicyDocument));
  });
  return (template) => changeRoles(changePolicies(template));
}

/** Removes the statements that contain the action from the policies whose logical ID begins with the prefix. */
export function withoutAction(action: string, prefix = ''): Reversal {
  const remove = (statements: Statement[]): Statement[] =>
    statements.filter(({ Action }) => ![Action].flat().includes(action));
  return changeStatements(remove, prefix);
}

/** The execution role may create log groups. */
export const withCreatedLogGroups = changeStatements(
  (statements) =>
    statements.map(({ Action, ...statement }) => ({
      ...statement,
      Action: [Action]
        .flat()
        .flatMap((action) => (action === 'logs:PutLogEvents' ? [action, 'logs:CreateLogGroup'] : action)),
    })),
  'EndpointExecutionPolicy',
);

/**
 * Policies keep their logical IDs and names, so updates edit them instead of replacing them. Each policy allows reading only one version of
 * the model.
 */
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
    text = text.replaceAll(`${prefix.split('/').slice(0, 2).join('/')}/*`, `${prefix}*`);
  }
  return JSON.parse(text) as Template;
};

/** Rollback alarms evaluate the metrics of both the old and the new fleet. */
export const withAlarmsOfAllFleets = changeEach('AWS::CloudWatch::Alarm', (resource, id) => {
  if (!id.includes('RollbackAlarms')) return;
  const withoutConfig = (_: string, value: unknown): unknown =>
    Array.isArray(value) ? value.filter((item: { Name?: unknown }) => item.Name !== 'EndpointConfigName') : value;
  // `withoutConfig` also filters the arguments of intrinsic functions, but these lists contain no item with this Name.
  Object.assign(resource, { Properties: JSON.parse(JSON.stringify(resource.Properties), withoutConfig) as object });
});

/** Rollback alarms have the same name for each endpoint configuration, so updates edit them instead of replacing them. */
export const withFixedAlarmNames = changeEach('AWS::CloudWatch::Alarm', ({ Properties }, id) => {
  if (!id.includes('RollbackAlarms')) return;
  const name = Properties.AlarmName as { 'Fn::Join': [string, unknown[]] };
  Properties.AlarmName = name['Fn::Join'][1].filter((part) => typeof part === 'string').join('');
});

/** No event starts the failure report. */
export const withoutFailureEvents = changeEach('AWS::Events::Rule', ({ Properties }) => {
  if (Properties.EventPattern) Properties.State = 'DISABLED';
});

/** An update retains the current weights. */
export const withRetainedWeights = changeEach('AWS::SageMaker::Endpoint', ({ Properties }) => {
  delete Properties.ExcludeRetainedVariantProperties;
});

/** The resource that registers variants for scaling does not receive the instance counts of variants without scaling. */
export const withoutInstanceCounts = changeEach('Custom::TritonScalingRegistration', ({ Properties }) => {
  const variants = JSON.parse(String(Properties.Variants)) as { target?: object }[];
  Properties.Variants = JSON.stringify(variants.filter(({ target }) => target));
});

/** The name of the composite alarm does not contain the stack name. */
export const withFixedCompositeName = changeEach('AWS::CloudWatch::CompositeAlarm', ({ Properties }) => {
  Properties.AlarmName = 'EndpointAllTrafficAlarms';
});

/** Scaling policies have names without a hash, so updates edit them. */
export const withEditedScalingPolicies: Reversal = (template) => {
  let text = JSON.stringify(template);
  for (const { Type, Properties = {} } of Object.values(template.Resources)) {
    if (Type !== 'AWS::ApplicationAutoScaling::ScalingPolicy') continue;
    const name = String(Properties.PolicyName);
    text = text.replaceAll(name, name.replace(/-[0-9a-f]{16}$/, ''));
  }
  return JSON.parse(text) as Template;
};

/** The resource that registers variants for scaling does not receive the names of the alarms that invoke scaling policies. */
export const withoutAlarmsOfPolicies: Reversal = (template) =>
  JSON.parse(JSON.stringify(template).replace(/,\\"alarmNames\\":\[[^\]]*\]/g, '')) as Template;

/** Functions retry denied requests immediately. */
export const withoutRetryPauses = changeEach('AWS::Lambda::Function', ({ Properties }) => {
  const { Variables = {} } = (Properties.Environment ?? {}) as { Variables?: object };
  Properties.Environment = { Variables: { ...Variables, PERMISSION_PAUSE_MILLISECONDS: '0' } };
});

/** The resource that publishes model files does not receive the role that reads the published files. */
export const withoutReader = changeEach('Custom::TritonModelPublication', ({ Properties }) => {
  delete Properties.Reader;
});

/** Policies for alarms of target tracking allow only alarms whose name contains `endpoint/`. */
export const withAlarmPermissionsByEndpoint: Reversal = (template) =>
  JSON.parse(
    JSON.stringify(template).replaceAll(':alarm:TargetTracking*', ':alarm:TargetTracking-endpoint/*'),
  ) as Template;
