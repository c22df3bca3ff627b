import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import { javaPattern } from '../api-model/api-model';
import { Properties } from './template';

/** A schema of CloudFormation's registry, as schemas/extract.py writes it: JSON Schema, and paths such as `/properties/Name`. */
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
  verbose: true, // an error has the value that it is about
  coerceTypes: true, // CloudFormation accepts '3' for a number, and 3 for a text
  code: { regExp: Object.assign((source: string) => javaPattern(source), { code: 'javaPattern' }) },
});

/** What CloudFormation knows of a resource type before it sends a request to the service. */
export class ResourceSchema {
  private static readonly cache = new Map<string, ResourceSchema>();

  /** Fails for a type that schemas/extract.py does not name. */
  static of(type: string): ResourceSchema {
    const known = ResourceSchema.cache.get(type);
    if (known) return known;
    const [, ...names] = type.split('::');
    const file = join(__dirname, 'schemas', `${names.join('-').toLowerCase()}.json`);
    if (!existsSync(file)) throw new Error(`There is no schema of ${type}: add it to TYPES in schemas/extract.py.`);
    const made = new ResourceSchema(JSON.parse(readFileSync(file, 'utf8')) as Schema);
    ResourceSchema.cache.set(type, made);
    return made;
  }

  private readonly judge: ValidateFunction;

  private constructor(private readonly schema: Schema) {
    this.judge = VALIDATOR.compile(schema);
  }

  /** Throws what CloudFormation writes into the resource's event if it would not send the properties to the service. */
  validate(logicalId: string, properties: Properties): void {
    const violations = this.violations(properties);
    if (violations.length === 0) return;
    throw new Error(`Properties validation failed for resource ${logicalId} with message:\n${violations.join('\n')}`);
  }

  violations(properties: Properties): string[] {
    this.judge(structuredClone(properties)); // it changes what it coerces
    const readOnly = (this.schema.readOnlyProperties ?? [])
      .filter((path) => valuesAt(properties, path).length > 0)
      .map((path) => `#${path.replace('/properties', '')}: a read-only property cannot be set`);
    return [...(this.judge.errors ?? []).map(sentence), ...readOnly];
  }

  /** What a change of properties does, but for properties whose change replaces the resource in some cases only. */
  impactOf(before: Properties, after: Properties): 'update' | 'replace' {
    const { createOnlyProperties = [] } = this.schema;
    return createOnlyProperties.some((path) => differs(path, before, after)) ? 'replace' : 'update';
  }

  /** Changed properties whose change replaces the resource in some cases. */
  undecided(before: Properties, after: Properties): string[] {
    const { conditionalCreateOnlyProperties = [] } = this.schema;
    return conditionalCreateOnlyProperties.filter((path) => differs(path, before, after));
  }

  /** The properties that identify a resource, if all of them are the template's. */
  identifierOf(properties: Properties): string | undefined {
    const parts = this.schema.primaryIdentifier.flatMap((path) => valuesAt(properties, path));
    return parts.length === this.schema.primaryIdentifier.length ? parts.join('|') : undefined;
  }

  /** Names of the properties that the service sets, which are what `Fn::GetAtt` returns. */
  get attributes(): string[] {
    return (this.schema.readOnlyProperties ?? []).map((path) => path.replace('/properties/', '').replaceAll('/', '.'));
  }

  /** Names of the properties that a template may set. */
  get settable(): string[] {
    return Object.keys(this.schema.properties).filter((name) => !this.attributes.includes(name));
  }
}

function differs(path: string, before: Properties, after: Properties): boolean {
  return !isDeepStrictEqual(valuesAt(before, path), valuesAt(after, path));
}

/** What is at `/properties/One/Two` or in each item of a list, whose place in the path is a star. */
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

/** As CloudFormation words it, with what its sentence leaves out. */
function sentence({ instancePath, keyword, params, message, data }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `#${instancePath}: required key [${params.missingProperty}] not found`;
    case 'additionalProperties':
      return `#${instancePath}: extraneous key [${params.additionalProperty}] is not permitted`;
    default: {
      const given = data === undefined ? '' : `, not ${JSON.stringify(data)}`;
      return `#${instancePath}: failed validation constraint for keyword [${keyword}] (${message}${given})`;
    }
  }
}
