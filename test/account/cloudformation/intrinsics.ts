import { StackResource, Template } from './template';

/** What a template's functions are resolved with. */
export interface Scope {
  readonly template: Template;
  readonly pseudo: Readonly<Record<string, string>>;
  readonly resource: (logicalId: string) => StackResource | undefined;
}

/** `AWS::NoValue`: the property is left out. */
const NOTHING = Symbol('AWS::NoValue');

/** Resolves all functions of a value. One that the account does not know fails. */
export function resolve(value: unknown, scope: Scope): unknown {
  const resolved = evaluate(value, scope);
  return resolved === NOTHING ? undefined : resolved;
}

/** Whether a condition of the template holds. */
export function holds(name: string, scope: Scope): boolean {
  const condition = scope.template.Conditions?.[name];
  if (condition === undefined) throw new Error(`The template has no condition ${name}`);
  return Boolean(evaluate(condition, scope));
}

function evaluate(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => evaluate(item, scope)).filter((item) => item !== NOTHING);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length === 1) {
    const [[name, argument]] = entries;
    const intrinsic = INTRINSICS[name];
    if (intrinsic) return intrinsic(argument, scope);
    if (name.startsWith('Fn::')) throw new Error(`The account does not know ${name}`);
  }
  const resolved = entries.map(([key, inner]) => [key, evaluate(inner, scope)] as const);
  return Object.fromEntries(resolved.filter(([, inner]) => inner !== NOTHING));
}

const INTRINSICS: Record<string, (argument: unknown, scope: Scope) => unknown> = {
  Ref: (name, scope) => reference(String(name), scope),
  Condition: (name, scope) => holds(String(name), scope),
  'Fn::GetAtt': (argument, scope) => {
    const [id, ...path] = Array.isArray(argument) ? argument.map(String) : String(argument).split('.');
    return attribute(id, path.join('.'), scope);
  },
  'Fn::Join': (argument, scope) => {
    const [separator, parts] = evaluate(argument, scope) as [string, unknown[]];
    return parts.join(separator);
  },
  'Fn::Select': (argument, scope) => {
    const [index, list] = evaluate(argument, scope) as [number, unknown[]];
    return list[Number(index)];
  },
  'Fn::Split': (argument, scope) => {
    const [separator, text] = evaluate(argument, scope) as [string, string];
    return text.split(separator);
  },
  'Fn::Sub': (argument, scope) => {
    const [text, variables] = (Array.isArray(argument) ? argument : [argument, {}]) as [string, object];
    const known = evaluate(variables, scope) as Record<string, unknown>;
    return text
      .replace(/\$\{([^!}]+)\}/g, (_, name: string) => {
        if (name in known) return String(known[name]);
        const [id, ...path] = name.split('.');
        return String(path.length > 0 ? attribute(id, path.join('.'), scope) : reference(name, scope));
      })
      .replaceAll('${!', '${');
  },
  'Fn::FindInMap': (argument, scope) => {
    const [map, first, second] = evaluate(argument, scope) as string[];
    const found = scope.template.Mappings?.[map]?.[first]?.[second];
    if (found === undefined) throw new Error(`Mapping ${map} has no ${first}, ${second}`);
    return found;
  },
  'Fn::GetAZs': (_, scope) => ['a', 'b', 'c'].map((zone) => scope.pseudo['AWS::Region'] + zone),
  'Fn::Base64': (argument, scope) => Buffer.from(String(evaluate(argument, scope))).toString('base64'),
  'Fn::If': (argument, scope) => {
    const [condition, yes, no] = argument as [string, unknown, unknown];
    return evaluate(holds(condition, scope) ? yes : no, scope);
  },
  'Fn::Equals': (argument, scope) => {
    const [one, other] = evaluate(argument, scope) as unknown[];
    return String(one) === String(other);
  },
  'Fn::Not': (argument, scope) => !(evaluate(argument, scope) as unknown[])[0],
  'Fn::And': (argument, scope) => (evaluate(argument, scope) as unknown[]).every(Boolean),
  'Fn::Or': (argument, scope) => (evaluate(argument, scope) as unknown[]).some(Boolean),
};

function reference(name: string, { template, pseudo, resource }: Scope): unknown {
  if (name === 'AWS::NoValue') return NOTHING;
  if (name in pseudo) return pseudo[name];
  const parameter = template.Parameters?.[name];
  if (parameter) return isList(parameter.Type) ? String(parameter.Default).split(',') : parameter.Default;
  const found = resource(name);
  if (!found) throw new Error(`Ref ${name}: there is no such resource`);
  return found.ref;
}

function isList(type: string): boolean {
  return type === 'CommaDelimitedList' || type.startsWith('List<');
}

function attribute(id: string, path: string, { resource }: Scope): unknown {
  const found = resource(id);
  if (!found) throw new Error(`Fn::GetAtt ${id}.${path}: there is no such resource`);
  if (!(path in found.attributes)) throw new Error(`${found.type} of the account has no attribute ${path} (${id})`);
  return found.attributes[path];
}
