import { Template } from 'aws-cdk-lib/assertions';
import type { StackTemplate } from '../../test/account/iam/example-templates';
import { createAllConstructs } from '../compliance/constructs';
import { createRemainingConstructs } from './constructs';
import { Permission, permissionsIn, reasonOf } from './permissions';
import { PRINCIPALS } from './principals';

/**
 * Replaces the tables of permissions between the marker comments of the page.
 *
 * @param examples the templates of the example app, by stack
 */
export async function securityPage(page: string, examples: readonly [string, StackTemplate][]): Promise<string> {
  const otherTemplates = [createAllConstructs(), createRemainingConstructs()].map((stack): [string, StackTemplate] => [
    stack.stackName,
    Template.fromStack(stack).toJSON() as StackTemplate,
  ]);
  const permissions = [...examples, ...otherTemplates].flatMap(([stack, template]) => permissionsIn(stack, template));
  const tables = {
    principals: renderTable(
      ['principal', 'purpose'],
      PRINCIPALS.map(({ name, purpose }) => [name, purpose]),
    ),
    stars: renderTable(['actions', 'principals', 'condition keys', 'reason'], await starRows(permissions)),
    permissions: renderTable(['principal', 'actions', 'resources', 'condition keys'], permissionRows(permissions)),
  };
  return Object.entries(tables).reduce((text, [name, rows]) => {
    const section = new RegExp(`(<!-- ${name}:start -->\n)[^]*(<!-- ${name}:end -->)`);
    if (!section.test(text)) throw new Error(`The page has no marks for the table ${name}`);
    return text.replace(section, (_, start, end) => start + rows + end);
  }, page);
}

/** Table rows of the actions that are allowed on all resources, by principals, condition keys and reason. */
async function starRows(permissions: Permission[]): Promise<string[][]> {
  const principals = new Map<string, { action: string; keys: string; reason: string; names: Set<string> }>();
  for (const { principal, actions, resources, conditionKeys } of permissions) {
    if (!resources.includes('`*`')) continue;
    for (const action of actions) {
      const reason = await reasonOf(principal.name, action);
      const keys = listNames(conditionKeys);
      const id = [action, keys, reason].join('\n');
      const row = principals.get(id) ?? { action, keys, reason, names: new Set() };
      principals.set(id, { ...row, names: row.names.add(principal.name) });
    }
  }
  const rows = new Map<string, string[]>();
  for (const { action, keys, reason, names } of principals.values()) {
    const id = [inOrder(names), keys, reason].join('\n');
    rows.set(id, [...(rows.get(id) ?? []), action].sort());
  }
  return sorted([...rows].map(([id, actions]) => [listNames(actions), ...id.split('\n')]));
}

/** Table rows of the actions of each principal: one row for each combination of resources and conditions. */
function permissionRows(permissions: Permission[]): string[][] {
  return PRINCIPALS.flatMap(({ name }) => {
    const rows = new Map<string, { actions: Set<string>; resources: string; keys: string }>();
    for (const { principal, actions, resources, conditionKeys } of permissions) {
      if (principal.name !== name) continue;
      for (const action of actions) {
        const [service] = action.split(':');
        const [resourceList, keys] = [resources.join(', '), listNames(conditionKeys)];
        const id = [service, resourceList, keys].join('\n');
        const row = rows.get(id) ?? { actions: new Set<string>(), resources: resourceList, keys };
        rows.set(id, { ...row, actions: row.actions.add(action) });
      }
    }
    if (rows.size === 0) throw new Error(`${name}: no template has a role of this principal`);
    return sorted(
      [...rows.values()].map(({ actions, resources, keys }) => [listNames([...actions].sort()), resources, keys]),
    ).map((cells, index) => [index === 0 ? name : '', ...cells]);
  });
}

function inOrder(names: Set<string>): string {
  return PRINCIPALS.flatMap(({ name }) => (names.has(name) ? [name] : [])).join(', ');
}

function sorted(rows: string[][]): string[][] {
  return rows.sort((one, other) => (one.join() < other.join() ? -1 : 1));
}

function listNames(names: readonly string[]): string {
  return [...new Set(names)].map((name) => `\`${name}\``).join(', ');
}

function renderTable(header: string[], rows: string[][]): string {
  const lines = [header, header.map(() => '---'), ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
