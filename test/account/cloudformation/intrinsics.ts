import { StackResource, Template } from './template';

/** The values with which the functions of a template, such as `Ref`, are resolved. */
export interface Scope {
  readonly template: Template;
  readonly pseudo: Readonly<Record<string, string>>;
  readonly resource: (logicalId: string) => StackResource | undefined;
}

/** The result of `AWS::NoValue`: a property with this value is omitted. */
const NO_VALUE = Symbol('AWS::NoValue');

/** Resolves all intrinsic functions in a value. Throws for functions that the simulated account does not implement. */
export function resolve(value: unknown, scope: Scope): unknown {
  const resolved = evaluate(value, scope);
  return resolved === NO_VALUE ? undefined : resolved;
}

function evaluate(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => evaluate(item, scope)).filter((item) => item !== NO_VALUE);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length === 1) {
    const [[name, argument]] = entries;
    const intrinsic = INTRINSICS[name];
    if (intrinsic) return intrinsic(argument, scope);
    if (name.startsWith('Fn::')) throw new Error(`The simulated account does not implement ${name}`);
  }
  const resolved = entries.map(([key, inner]) => [key, evaluate(inner, scope)] as const);
  return Object.fromEntries(resolved.filter(([, inner]) => inner !== NO_VALUE));
}

const INTRINSICS: Record<string, (argument: unknown, scope: Scope) => unknown> = {
  Ref: (name, scope) => evaluateRef(String(name), scope),
  'Fn::GetAtt': (argument, scope) => {
    const [id, ...path] = Array.isArray(argument) ? argument.map(String) : String(argument).split('.');
    return evaluateGetAtt(id, path.join('.'), scope);
  },
  'Fn::Join': (argument, scope) => {
    const [separator, parts] = evaluate(argument, scope) as [string, unknown[]];
    return parts.join(separator);
  },
  'Fn::Select': (argument, scope) => {
    const [index, list] = evaluate(argument, scope) as [number, unknown[]];
    return list[Number(index)];
  },
  'Fn::Sub': (argument, scope) => {
    const [text, variables] = (Array.isArray(argument) ? argument : [argument, {}]) as [string, object];
    const variableValues = evaluate(variables, scope) as Record<string, unknown>;
    return text
      .replace(/\$\{([^!}]+)\}/g, (_, name: string) => {
        if (name in variableValues) return String(variableValues[name]);
        const [id, ...path] = name.split('.');
        return String(path.length > 0 ? evaluateGetAtt(id, path.join('.'), scope) : evaluateRef(name, scope));
      })
      .replaceAll('${!', '${');
  },
  'Fn::FindInMap': (argument, scope) => {
    const [map, topLevelKey, secondLevelKey] = evaluate(argument, scope) as string[];
    const mappedValue = scope.template.Mappings?.[map]?.[topLevelKey]?.[secondLevelKey];
    if (mappedValue === undefined) throw new Error(`Mapping ${map} has no ${topLevelKey}, ${secondLevelKey}`);
    return mappedValue;
  },
  'Fn::GetAZs': (_, scope) => ['a', 'b', 'c'].map((zone) => scope.pseudo['AWS::Region'] + zone),
};

function evaluateRef(name: string, { template, pseudo, resource }: Scope): unknown {
  if (name === 'AWS::NoValue') return NO_VALUE;
  if (name in pseudo) return pseudo[name];
  const parameter = template.Parameters?.[name];
  if (parameter) return isList(parameter.Type) ? String(parameter.Default).split(',') : parameter.Default;
  const referencedResource = resource(name);
  if (!referencedResource) throw new Error(`Ref ${name}: there is no such resource`);
  return referencedResource.ref;
}

function isList(type: string): boolean {
  return type === 'CommaDelimitedList' || type.startsWith('List<');
}

function evaluateGetAtt(id: string, path: string, { resource }: Scope): unknown {
  const referencedResource = resource(id);
  if (!referencedResource) throw new Error(`Fn::GetAtt ${id}.${path}: there is no such resource`);
  if (!(path in referencedResource.attributes))
    throw new Error(`The simulated ${referencedResource.type} has no attribute ${path} (${id})`);
  return referencedResource.attributes[path];
}
