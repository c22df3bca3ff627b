import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import { javaPatternToRegExp } from '../api-model/api-model';
import { Properties } from './template';

/**
 * A JSON Schema from the CloudFormation registry, which schemas/extract.py has copied. Its lists contain paths such as `/properties/Name`.
 */
interface Schema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly createOnlyProperties?: readonly string[];
  readonly conditionalCreateOnlyProperties?: readonly string[];
  readonly readOnlyProperties?: readonly string[];
  readonly primaryIdentifier: readonly string[];
}

const VALIDATOR = new Ajv({
  strict: false,
  allErrors: true,
  verbose: true, // errors contain the invalid value
  coerceTypes: true, // CloudFormation accepts '3' for a number, and 3 for a string
  code: { regExp: Object.assign((source: string) => javaPatternToRegExp(source), { code: 'javaPattern' }) },
});

/** CloudFormation's schema of a resource type. It validates properties, and decides whether a change updates or replaces a resource. */
export class ResourceSchema {
  private static readonly cache = new Map<string, ResourceSchema>();

  /** Throws for a type that is not in TYPES of schemas/extract.py. */
  static of(type: string): ResourceSchema {
    const cached = ResourceSchema.cache.get(type);
    if (cached) return cached;
    const [, ...names] = type.split('::');
    const file = join(__dirname, 'schemas', `${names.join('-').toLowerCase()}.json`);
    if (!existsSync(file)) throw new Error(`There is no schema of ${type}: add it to TYPES in schemas/extract.py.`);
    const schema = new ResourceSchema(JSON.parse(readFileSync(file, 'utf8')) as Schema);
    ResourceSchema.cache.set(type, schema);
    return schema;
  }

  private readonly validator: ValidateFunction;

  private constructor(private readonly schema: Schema) {
    this.validator = VALIDATOR.compile(schema);
  }

  /** Throws CloudFormation's error for properties that violate the schema. */
  validate(logicalId: string, properties: Properties): void {
    const violations = this.violations(properties);
    if (violations.length === 0) return;
    throw new Error(`Properties validation failed for resource ${logicalId} with message:\n${violations.join('\n')}`);
  }

  /** The properties with the types of the schema, such as the number 3 for '3', which a custom resource returns. */
  coerce(properties: Properties): Properties {
    const coerced = structuredClone(properties);
    this.validator(coerced);
    return coerced;
  }

  violations(properties: Properties): string[] {
    this.validator(structuredClone(properties)); // a clone, since coercion changes the properties
    const readOnly = (this.schema.readOnlyProperties ?? [])
      .filter((path) => valuesAt(properties, path).length > 0)
      .map((path) => `#${path.replace('/properties', '')}: a read-only property cannot be set`);
    return [...(this.validator.errors ?? []).map(messageOf), ...readOnly];
  }

  /** Whether new properties update or replace the resource. Ignores conditionally immutable properties. */
  impactOf(before: Properties, after: Properties): 'update' | 'replace' {
    const { createOnlyProperties = [] } = this.schema;
    return createOnlyProperties.some((path) => differs(path, before, after)) ? 'replace' : 'update';
  }

  /**
   * Paths of changed properties for which the schema does not decide whether the resource is replaced (conditionally immutable properties).
   */
  conditionalChanges(before: Properties, after: Properties): string[] {
    const { conditionalCreateOnlyProperties = [] } = this.schema;
    return conditionalCreateOnlyProperties.filter((path) => differs(path, before, after));
  }

  /** The values that identify a resource, joined by `|`, or undefined unless the template sets all of them. */
  identifierOf(properties: Properties): string | undefined {
    const parts = this.schema.primaryIdentifier.flatMap((path) => valuesAt(properties, path));
    return parts.length === this.schema.primaryIdentifier.length ? parts.join('|') : undefined;
  }

  /** Names of the read-only properties, which `Fn::GetAtt` returns. */
  get attributes(): string[] {
    return (this.schema.readOnlyProperties ?? []).map((path) => path.replace('/properties/', '').replaceAll('/', '.'));
  }

  /** Names of the properties that a template may set. */
  get settableProperties(): string[] {
    return Object.keys(this.schema.properties).filter((name) => !this.attributes.includes(name));
  }
}

function differs(path: string, before: Properties, after: Properties): boolean {
  return !isDeepStrictEqual(valuesAt(before, path), valuesAt(after, path));
}

/** The values at a path such as `/properties/One/Two`. A `*` in the path selects each item of a list. */
function valuesAt(properties: Properties, path: string): unknown[] {
  const [, , ...names] = path.split('/');
  const walk = (value: unknown, [name, ...rest]: string[]): unknown[] => {
    if (value === undefined || value === null) return [];
    if (name === undefined) return [value];
    if (name === '*') return (Array.isArray(value) ? value : []).flatMap((item) => walk(item, rest));
    return walk((value as Properties)[name], rest);
  };
  return walk(properties, names);
}

/** The message of CloudFormation, extended by the invalid value. */
function messageOf({ instancePath, keyword, params, message, data }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `#${instancePath}: required key [${params.missingProperty}] not found`;
    case 'additionalProperties':
      return `#${instancePath}: extraneous key [${params.additionalProperty}] is not permitted`;
    default: {
      const invalidValue = data === undefined ? '' : `, not ${JSON.stringify(data)}`;
      return `#${instancePath}: failed validation constraint for keyword [${keyword}] (${message}${invalidValue})`;
    }
  }
}

/** The effect of new properties on a resource, according to the schema of its type: no change, an update or a replacement. */
export function impactOf(type: string, before: Properties, after: Properties): 'none' | 'update' | 'replace' {
  if (isDeepStrictEqual(before, after)) return 'none';
  if (type.startsWith('Custom::')) {
    if (before.ServiceToken !== after.ServiceToken) throw new Error('Modifying service token is not allowed.');
    return 'update';
  }
  // These types are never replaced: a changed wait condition fails in its update.
  if (type.startsWith('AWS::CloudFormation::WaitCondition')) return 'update';
  const schema = ResourceSchema.of(type);
  const undecided = schema.conditionalChanges(before, after);
  if (undecided.length > 0)
    throw new Error(`${type}: a change of ${undecided.join(', ')} may replace the resource, which is not simulated`);
  return schema.impactOf(before, after);
}
