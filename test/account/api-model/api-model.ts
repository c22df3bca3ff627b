import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AwsError } from '../call';

interface Shape {
  readonly type: string;
  readonly required?: string[];
  readonly members?: Record<string, string>;
  /** For a list: the shape of its items. */
  readonly member?: string;
  /** For a map: the shapes of its keys and values. */
  readonly key?: string;
  readonly value?: string;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly enum?: string[];
}

/** Validates requests with the constraints of a service's API model, as the service does before any other check. */
export class ApiModel {
  private readonly model: { operations: Record<string, string>; shapes: Record<string, Shape> };

  constructor(
    private readonly service: string,
    private readonly errorName = 'ValidationException',
  ) {
    this.model = JSON.parse(readFileSync(join(__dirname, `${service}.json`), 'utf8'));
  }

  /** Throws the service's error for an input that violates its API model. */
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
    const violationOf = (constraint: string): string[] => [
      `Value ${value === undefined ? 'null' : `'${String(value)}'`} at '${path}' failed to satisfy constraint: Member must ${constraint}`,
    ];
    switch (shape.type) {
      case 'structure': {
        const members = value as Record<string, unknown>;
        return [...Object.keys(members), ...(shape.required ?? [])]
          .filter((name, index, names) => names.indexOf(name) === index)
          .flatMap((name) => {
            const member = shape.members?.[name];
            // An unknown member is a typo in a test or in a simulated resource provider: the AWS SDKs would not accept it.
            if (!member)
              throw new Error(`${this.service}:${operation} has no member "${path}.${name}" in its API model.`);
            const memberPath = `${path}${path ? '.' : ''}${name[0].toLowerCase()}${name.slice(1)}`;
            if (members[name] !== undefined) return this.violations(members[name], member, memberPath, operation);
            return shape.required?.includes(name)
              ? [`Value null at '${memberPath}' failed to satisfy constraint: Member must not be null`]
              : [];
          });
      }
      case 'list': {
        if (!Array.isArray(value)) return violationOf('be a list');
        if (value.length < (shape.min ?? 0)) return violationOf(`have length greater than or equal to ${shape.min}`);
        if (value.length > (shape.max ?? Infinity))
          return violationOf(`have length less than or equal to ${shape.max}`);
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
        return stringViolations(value, shape, violationOf);
      case 'integer':
      case 'long':
      case 'float':
      case 'double':
        if (typeof value !== 'number') return violationOf('be a number');
        if (value < (shape.min ?? -Infinity)) return violationOf(`have value greater than or equal to ${shape.min}`);
        if (value > (shape.max ?? Infinity)) return violationOf(`have value less than or equal to ${shape.max}`);
        return [];
      case 'boolean':
        return typeof value === 'boolean' ? [] : violationOf('be true or false');
      default:
        return [];
    }
  }
}

function stringViolations(value: unknown, shape: Shape, violationOf: (constraint: string) => string[]): string[] {
  if (typeof value !== 'string') return violationOf('be a string');
  if (shape.enum && !shape.enum.includes(value))
    return violationOf(`satisfy enum value set: [${shape.enum.join(', ')}]`);
  if (value.length < (shape.min ?? 0)) return violationOf(`have length greater than or equal to ${shape.min}`);
  if (value.length > (shape.max ?? Infinity)) return violationOf(`have length less than or equal to ${shape.max}`);
  if (shape.pattern && !toRegExp(shape.pattern).test(value))
    return violationOf(`satisfy regular expression pattern: ${shape.pattern}`);
  return [];
}

const patterns = new Map<string, RegExp>();

/** Converts a pattern of an API model, which must match the whole string, to a regular expression. */
export function toRegExp(source: string): RegExp {
  const pattern = patterns.get(source) ?? javaPatternToRegExp(`^(?:${source})$`);
  patterns.set(source, pattern);
  return pattern;
}

/**
 * Converts a pattern of AWS, which is a Java regular expression, to a JavaScript one. JavaScript does not support `\A`, `\Z`, `\z`,
 * `\p{Print}`, `\p{Alnum}` and a repeated end (`${1,128}`). Only patterns with surrogate pairs or `\p{…}` are compiled in Unicode mode,
 * which rejects some escapes.
 */
export function javaPatternToRegExp(source: string): RegExp {
  const converted = source
    .replaceAll(/\\A|\\z/g, '')
    .replaceAll('\\Z', '$')
    .replaceAll('[\\p{Print}]', '[\\x20-\\x7e]')
    .replaceAll('\\p{Print}', '[\\x20-\\x7e]')
    .replaceAll('[\\p{Alnum}', '[A-Za-z0-9')
    .replaceAll(/\$\{\d+,\d+\}/g, '$');
  return new RegExp(converted, /\\p\{|\\uD800\\uDC00/.test(converted) ? 'su' : 's');
}
