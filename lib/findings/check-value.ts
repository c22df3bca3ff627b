import * as cdk from 'aws-cdk-lib';
import * as constructs from 'constructs';
import { ApiType, ApiValue, TypeReference } from './api-types';
import { error, Finding, prefixFields, Severity, warning } from './finding';
import { isUnresolved } from './is-unresolved';
import { joinNames } from './join-names';
import { similarName } from './nearest';

/** Compares values with their types in the API of this package. */
export class ValueChecks {
  /** Warnings about the arguments from which a value was created. */
  private readonly warnings = new WeakMap<object, Finding[]>();
  private readonly packages: Record<string, unknown>;

  /**
   * @param types the types of the API by name, such as `cdk-sagemaker-triton.Tensor`
   * @param library the exports of this package
   */
  constructor(
    private readonly types: Readonly<Record<string, ApiType>>,
    library: object,
  ) {
    this.packages = { 'cdk-sagemaker-triton': library, 'aws-cdk-lib': cdk, constructs };
  }

  /** Keeps warnings until a construct has the value in its properties. Returns whether it can: whether the value has a class. */
  public attach(value: unknown, warnings: Finding[]): boolean {
    if (!isObject(value) || namesOfClasses(value).length === 0) return false;
    this.warnings.set(value, warnings);
    return true;
  }

  /** Compares the arguments of a call with its parameters. The fields of an object with properties have no path. */
  public checkArguments(parameters: readonly ApiValue[], args: readonly unknown[]): Finding[] {
    return parameters.flatMap((parameter, index) => {
      if (parameter.variadic) return this.checkList(args.slice(index), parameter.type, parameter.name);
      const isProperties = 'fqn' in parameter.type && this.types[parameter.type.fqn]?.datatype;
      const value = args[index] === undefined && isProperties && !parameter.optional ? {} : args[index];
      return this.checkDeclared(value, parameter, isProperties && isObject(value) ? '' : parameter.name);
    });
  }

  private checkDeclared(
    value: unknown,
    { name, type, optional }: ApiValue,
    path: string,
    misspelled?: string,
  ): Finding[] {
    if (value === undefined && optional) return [];
    if (value !== undefined && value !== null) return this.check(value, type, path);
    const given = misspelled === undefined ? `got ${value === null ? 'null' : 'nothing'}` : `got '${misspelled}'`;
    const fix = optional ? 'omit it' : misspelled === undefined ? 'it is required' : `rename it to '${name}'`;
    return [error('api.value', path, `${given}; ${fix}; allowed: ${this.describeType(type)}`)];
  }

  private check(value: unknown, type: TypeReference, path: string): Finding[] {
    if (isUnresolved(value)) return [];
    if ('union' in type) {
      const results = type.union.types.map((each) => this.check(value, each, path));
      return (
        results.find((each) => each.every(({ severity }) => severity === Severity.WARNING)) ??
        this.wrong(value, type, path)
      );
    }
    if ('collection' in type) {
      const { kind, elementtype } = type.collection;
      if (kind === 'array')
        return Array.isArray(value) ? this.checkList(value, elementtype, path) : this.wrong(value, type, path);
      if (!isObject(value)) return this.wrong(value, type, path);
      return Object.entries(value).flatMap(([key, each]) => this.check(each, elementtype, `${path}[${key}]`));
    }
    if ('primitive' in type) return isPrimitive(value, type.primitive) ? [] : this.wrong(value, type, path);
    const attached = isObject(value) ? prefixFields(path, this.warnings.get(value) ?? []) : [];
    if (this.types[type.fqn]?.datatype && isObject(value))
      return [...attached, ...this.checkProperties(value, type.fqn, path)];
    return this.isOf(value, type.fqn) ? attached : this.wrong(value, type, path);
  }

  private checkList(values: readonly unknown[], type: TypeReference, path: string): Finding[] {
    return values.flatMap((each, index) => this.checkDeclared(each, { name: '', type }, `${path}[${index}]`));
  }

  private checkProperties(value: object, fqn: string, path: string): Finding[] {
    const properties = this.propertiesOf(fqn);
    const valueOf = (name: string): unknown => (value as Record<string, unknown>)[name];
    const unset = properties.map(({ name }) => name).filter((name) => valueOf(name) === undefined);
    const known = new Set(properties.map(({ name }) => name));
    const similar = new Map(
      Object.keys(value)
        .filter((name) => !known.has(name) && valueOf(name) !== undefined)
        .map((name) => [similarName(name, unset), name]),
    );
    return properties.flatMap((property) => {
      const { name, optional } = property;
      const field = path === '' ? name : `${path}.${name}`;
      const given = similar.get(name);
      if (given !== undefined && optional)
        return [warning('api.unknown-name', field, `got '${given}', which has no effect; rename it to '${name}'`)];
      return this.checkDeclared(valueOf(name), property, field, given);
    });
  }

  private propertiesOf(fqn: string): ApiValue[] {
    const { properties = [], interfaces = [] } = this.types[fqn] ?? {};
    return [...properties, ...interfaces.flatMap((each) => this.propertiesOf(each))];
  }

  /** Whether a value has a type that is not described by its properties. It can be an object of a second copy of a package. */
  private isOf(value: unknown, fqn: string): boolean {
    const exported = this.exportOf(fqn);
    if (typeof exported === 'object' && exported !== null) return Object.values(exported).includes(value);
    if (!isObject(value)) return false;
    if (typeof exported !== 'function') return this.hasMembers(value, fqn); // an interface
    return value instanceof exported || namesOfClasses(value).includes(fqn);
  }

  /** Whether a value has the members of an interface. Those of other packages are not known. */
  private hasMembers(value: object, fqn: string): boolean {
    const { methods = [] } = this.types[fqn] ?? {};
    const required = [...this.propertiesOf(fqn).filter(({ optional }) => !optional), ...methods];
    return required.every(({ name }) => name in value);
  }

  /** The class or enum with a name; undefined for an interface. */
  private exportOf(fqn: string): unknown {
    return fqn
      .split('.')
      .reduce<unknown>((parent, name) => (parent as Record<string, unknown> | undefined)?.[name], this.packages);
  }

  private wrong(value: unknown, type: TypeReference, path: string): Finding[] {
    return [error('api.value', path, `got ${describe(value)}; allowed: ${this.describeType(type)}`)];
  }

  private describeType(type: TypeReference): string {
    if ('primitive' in type) return PRIMITIVES[type.primitive] ?? 'an object';
    if ('union' in type) return type.union.types.map((each) => this.describeType(each)).join(', or ');
    if ('collection' in type) {
      const element = this.describeType(type.collection.elementtype);
      return type.collection.kind === 'array'
        ? `a list, in which each element is ${element}`
        : 'an object with a value for each key';
    }
    const { fqn } = type;
    const name = shortName(fqn);
    if (this.types[fqn]?.datatype) return `an object with the properties of ${name}`;
    const exported = this.exportOf(fqn);
    if (typeof exported === 'object' && exported !== null)
      return joinNames(Object.keys(exported).map((member) => `${name}.${member}`));
    return `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}${this.examples(fqn)}`;
  }

  /** Ways to create an object of a class, for the end of a message; empty if none are known. */
  private examples(fqn: string): string {
    const ownFqn = this.types[fqn] ? fqn : fqn.replace(/\bI(?=[A-Z]\w*$)/, ''); // such as Bucket for IBucket
    const exported = this.exportOf(ownFqn);
    if (typeof exported !== 'function') return '';
    const { methods = [], properties = [] } = this.types[fqn] ?? { methods: staticMethods(exported) };
    const name = shortName(ownFqn);
    const ways = [
      ...methods.filter((each) => each.static).map((each) => `${name}.${each.name}(…)`),
      ...properties.filter((each) => each.static).map((each) => `${name}.${each.name}`),
    ];
    return `, such as ${ways.length > 0 ? ways.slice(0, 3).join(', ') : `new ${name}(…)`}`;
  }
}

function staticMethods(owner: object): { name: string; static: true }[] {
  if (owner === Function.prototype) return [];
  const names = Object.getOwnPropertyNames(owner).filter(
    (name) =>
      /^(?!is[A-Z])[a-z]/.test(name) && typeof Object.getOwnPropertyDescriptor(owner, name)?.value === 'function',
  );
  return [...names.map((name) => ({ name, static: true as const })), ...staticMethods(Object.getPrototypeOf(owner))];
}

function shortName(fqn: string): string {
  return fqn.slice(fqn.lastIndexOf('.') + 1);
}

/** Where jsii writes the full name of a class. */
const RTTI = Symbol.for('jsii.rtti');

const PRIMITIVES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
};

function isPrimitive(value: unknown, primitive: string): boolean {
  return primitive in PRIMITIVES ? typeof value === primitive : true;
}

function isObject(value: unknown): value is object {
  return ((typeof value === 'object' && value !== null) || typeof value === 'function') && !Array.isArray(value);
}

/** The names of an object's class and of its superclasses: the full names that jsii gives to exported classes. */
function namesOfClasses(value: object): string[] {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!isObject(prototype) || Object.getPrototypeOf(prototype) === null) return []; // a plain object
  const { constructor } = prototype as { constructor: Function & { [RTTI]?: { fqn: string } } };
  const name = Object.hasOwn(constructor, RTTI) ? constructor[RTTI]?.fqn : undefined;
  return [name ?? constructor.name, ...namesOfClasses(prototype)];
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `the text '${value}'`;
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return `the function or class ${value.name}`;
  if (!isObject(value)) return String(value);
  const [className] = namesOfClasses(value);
  const names = Object.keys(value);
  if (className !== undefined) return `a ${shortName(className)}`;
  return names.length === 0 ? 'an empty object' : `an object with ${joinNames(names)}`;
}
