import { Template } from 'aws-cdk-lib/assertions';
import type { StackTemplate } from '../../test/account/iam/example-templates';
import { everyConstruct } from '../compliance/constructs';
import { remainingProperties } from './constructs';
import { Permission, permissionsIn, reasonOf } from './permissions';
import { PRINCIPALS } from './principals';

/**
 * The page with tables of the permissions in the templates, between the marks of the page.
 *
 * @param examples templates of the example app, by stack
 */
export async function securityPage(page: string, examples: readonly [string, StackTemplate][]): Promise<string> {
  const others = [everyConstruct(), remainingProperties()].map((stack): [string, StackTemplate] => [
    stack.stackName,
    Template.fromStack(stack).toJSON() as StackTemplate,
  ]);
  const permissions = [...examples, ...others].flatMap(([stack, template]) => permissionsIn(stack, template));
  const tables = {
    principals: table(
      ['principal', 'purpose'],
      PRINCIPALS.map(({ name, purpose }) => [name, purpose]),
    ),
    stars: table(['action', 'principals', 'condition keys', 'reason'], await starRows(permissions)),
    permissions: table(['principal', 'actions', 'resources', 'condition keys'], permissionRows(permissions)),
  };
  return Object.entries(tables).reduce((text, [name, rows]) => {
    const marks = new RegExp(`(<!-- ${name}:start -->\n)[^]*(<!-- ${name}:end -->)`);
    if (!marks.test(text)) throw new Error(`The page has no marks for the table ${name}`);
    return text.replace(marks, (_, start, end) => start + rows + end);
  }, page);
}

/** Each action with `*`, with who may do it. */
async function starRows(permissions: Permission[]): Promise<string[][]> {
  const rows = new Map<string, { action: string; reason: string; names: Set<string>; keys: string }>();
  for (const { principal, actions, resources, conditionKeys } of permissions) {
    if (!resources.includes('`*`')) continue;
    for (const action of actions) {
      const reason = await reasonOf(principal.name, action);
      const keys = listed(conditionKeys);
      const id = [action, keys, reason].join('\n');
      const row = rows.get(id) ?? { action, reason, names: new Set(), keys };
      rows.set(id, { ...row, names: row.names.add(principal.name) });
    }
  }
  return sorted(
    [...rows.values()].map(({ action, names, keys, reason }) => [`\`${action}\``, inOrder(names), keys, reason]),
  );
}

/** The actions of each principal, for the same resources under the same conditions in one row. */
function permissionRows(permissions: Permission[]): string[][] {
  return PRINCIPALS.flatMap(({ name }) => {
    const rows = new Map<string, { actions: Set<string>; resources: string; keys: string }>();
    for (const { principal, actions, resources, conditionKeys } of permissions) {
      if (principal.name !== name) continue;
      for (const action of actions) {
        const [service] = action.split(':');
        const [shapes, keys] = [resources.join(', '), listed(conditionKeys)];
        const id = [service, shapes, keys].join('\n');
        const row = rows.get(id) ?? { actions: new Set<string>(), resources: shapes, keys };
        rows.set(id, { ...row, actions: row.actions.add(action) });
      }
    }
    if (rows.size === 0) throw new Error(`${name}: no template has a role of this principal`);
    return sorted(
      [...rows.values()].map(({ actions, resources, keys }) => [listed([...actions].sort()), resources, keys]),
    ).map((cells) => [name, ...cells]);
  });
}

function inOrder(names: Set<string>): string {
  return PRINCIPALS.flatMap(({ name }) => (names.has(name) ? [name] : [])).join(', ');
}

function sorted(rows: string[][]): string[][] {
  return rows.sort((one, other) => (one.join() < other.join() ? -1 : 1));
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].map((name) => `\`${name}\``).join(', ');
}

function table(header: string[], rows: string[][]): string {
  const lines = [header, header.map(() => '---'), ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
