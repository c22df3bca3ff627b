import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AwsError } from '../call';

interface Shape {
  readonly type: string;
  readonly required?: string[];
  readonly members?: Record<string, string>;
  /** Of a list: what its items are. */
  readonly member?: string;
  /** Of a map. */
  readonly key?: string;
  readonly value?: string;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly enum?: string[];
}

/** The constraints of a service's API model, which the service checks before it looks at anything else. */
export class ApiModel {
  private readonly model: { operations: Record<string, string>; shapes: Record<string, Shape> };

  constructor(
    private readonly service: string,
    private readonly errorName = 'ValidationException',
  ) {
    this.model = JSON.parse(readFileSync(join(__dirname, `${service}.json`), 'utf8'));
  }

  /** Throws what the service answers to an input that violates its API model. */
  validate(operation: string, input: Record<string, unknown>): void {
    const shape = this.model.operations[operation];
    if (!shape) throw new Error(`The simulated account has no API model of ${this.service}:${operation}.`);
    const violations = this.violations(input, shape, '', operation);
    if (violations.length === 0) return;
    const count = `${violations.length} validation error${violations.length > 1 ? 's' : ''} detected`;
    throw new AwsError(this.errorName, `${count}: ${violations.join('; ')}`);
  }

  private violations(value: unknown, shapeName = '', path = '', operation = ''): string[] {
    const shape = this.model.shapes[shapeName];
    const failed = (constraint: string): string[] => [
      `Value ${value === undefined ? 'null' : `'${String(value)}'`} at '${path}' failed to satisfy constraint: Member must ${constraint}`,
    ];
    switch (shape.type) {
      case 'structure': {
        const members = value as Record<string, unknown>;
        return [...Object.keys(members), ...(shape.required ?? [])]
          .filter((name, index, names) => names.indexOf(name) === index)
          .flatMap((name) => {
            const member = shape.members?.[name];
            // A typo in a test or a provider, not something that AWS would judge.
            if (!member)
              throw new Error(`${this.service}:${operation} has no member "${path}.${name}" in its API model.`);
            const at = `${path}${path ? '.' : ''}${name[0].toLowerCase()}${name.slice(1)}`;
            if (members[name] !== undefined) return this.violations(members[name], member, at, operation);
            return shape.required?.includes(name)
              ? [`Value null at '${at}' failed to satisfy constraint: Member must not be null`]
              : [];
          });
      }
      case 'list': {
        if (!Array.isArray(value)) return failed('be a list');
        if (value.length < (shape.min ?? 0)) return failed(`have length greater than or equal to ${shape.min}`);
        if (value.length > (shape.max ?? Infinity)) return failed(`have length less than or equal to ${shape.max}`);
        return value.flatMap((item, index) =>
          this.violations(item, shape.member, `${path}.${index + 1}.member`, operation),
        );
      }
      case 'map':
        return Object.entries(value as object).flatMap(([key, item]) => [
          ...this.violations(key, shape.key, `${path}.key`, operation),
          ...this.violations(item, shape.value, `${path}.${key}`, operation),
        ]);
      case 'string':
        return text(value, shape, failed);
      case 'integer':
      case 'long':
      case 'float':
      case 'double':
        if (typeof value !== 'number') return failed('be a number');
        if (value < (shape.min ?? -Infinity)) return failed(`have value greater than or equal to ${shape.min}`);
        if (value > (shape.max ?? Infinity)) return failed(`have value less than or equal to ${shape.max}`);
        return [];
      case 'boolean':
        return typeof value === 'boolean' ? [] : failed('be true or false');
      default:
        return [];
    }
  }
}

function text(value: unknown, shape: Shape, failed: (constraint: string) => string[]): string[] {
  if (typeof value !== 'string') return failed('be a string');
  if (shape.enum && !shape.enum.includes(value)) return failed(`satisfy enum value set: [${shape.enum.join(', ')}]`);
  if (value.length < (shape.min ?? 0)) return failed(`have length greater than or equal to ${shape.min}`);
  if (value.length > (shape.max ?? Infinity)) return failed(`have length less than or equal to ${shape.max}`);
  if (shape.pattern && !pattern(shape.pattern).test(value))
    return failed(`satisfy regular expression pattern: ${shape.pattern}`);
  return [];
}

/** The pattern of an API model, which all of a text has to match. */
export function pattern(source: string): RegExp {
  return javaPattern(`^(?:${source})$`);
}

/**
 * AWS's patterns are Java's: some need Unicode mode, for surrogate pairs and `\p{…}`, some have escapes that it forbids, JavaScript has
 * neither `\A`, `\Z` and `\z` nor `\p{Print}` and `\p{Alnum}`, and does not repeat an end (`${1,128}`).
 */
export function javaPattern(source: string): RegExp {
  const known = source
    .replaceAll(/\\A|\\z/g, '')
    .replaceAll('\\Z', '$')
    .replaceAll('[\\p{Print}]', '[\\x20-\\x7e]')
    .replaceAll('\\p{Print}', '[\\x20-\\x7e]')
    .replaceAll('[\\p{Alnum}', '[A-Za-z0-9')
    .replaceAll(/\$\{\d+,\d+\}/g, '$');
  return new RegExp(known, /\\p\{|\\uD800\\uDC00/.test(known) ? 'su' : 's');
}
