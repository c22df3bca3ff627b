import { fullDiff, ResourceDifference, ResourceImpact } from '@aws-cdk/cloudformation-diff/lib/diff-template';
import { Resource, Template } from '../assembly/intrinsics';

export interface ResourceChange {
  readonly id: string;
  readonly type: string;
  readonly action: 'added' | 'removed' | 'replaced' | 'updated';
  /** The names of changed properties, including properties that refer to a replaced resource. */
  readonly properties: string[];
  readonly before?: Resource;
  readonly after?: Resource;
}

/** The changed resources of a stack, by logical id. */
export function resourceChanges(before: Template, after: Template): Map<string, ResourceChange> {
  // The library does not report a resource that is updated because a resource to which it refers is replaced, such as an endpoint. It does if
  // the reference differs, too. Repeat until no replacement is added, because such a resource may be replaced as well.
  const replaced = new Set<string>();
  for (;;) {
    const { changes } = fullDiff(before, withMarkedReferences(after, replaced)).resources;
    const newlyReplaced = Object.keys(changes).filter((id) => isReplaced(changes[id]) && !replaced.has(id));
    for (const id of newlyReplaced) replaced.add(id);
    if (newlyReplaced.length > 0) continue;
    return new Map(
      Object.entries(changes).flatMap(([id, change]) => {
        const properties = Object.keys(change.propertyUpdates);
        const action = actionOf(change);
        if (action === 'updated' && properties.length === 0) return [];
        const [oldResource, newResource] = [before.Resources?.[id], after.Resources?.[id]];
        const type = (newResource ?? oldResource)?.Type ?? '';
        return [[id, { id, type, action, properties, before: oldResource, after: newResource }] as const];
      }),
    );
  }
}

function actionOf(change: ResourceDifference): ResourceChange['action'] {
  if (change.isAddition) return 'added';
  if (change.isRemoval) return 'removed';
  return isReplaced(change) ? 'replaced' : 'updated';
}

function isReplaced(change: ResourceDifference): boolean {
  return change.isUpdate && change.changeImpact === ResourceImpact.WILL_REPLACE;
}

/** Changes the references to these resources, so that they differ from the references in the deployed template. */
function withMarkedReferences(template: Template, ids: Set<string>): Template {
  const mark = (id: unknown): string => (ids.has(String(id)) ? `${String(id)} (replaced)` : String(id));
  const markValue = (key: string, value: unknown): unknown => {
    if (key === 'Ref') return mark(value);
    if (key === 'Fn::GetAtt' && Array.isArray(value)) return [mark(value[0]), ...(value.slice(1) as unknown[])];
    if (key === 'Fn::Sub' && typeof value === 'string') return value.replace(/(?<=\$\{)[^{}!.]+/g, mark);
    return value;
  };
  return JSON.parse(JSON.stringify(template, markValue)) as Template;
}
