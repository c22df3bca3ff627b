import { Code, Properties } from '../app/code';
import { App } from './app';
import { peek, take } from './take';

/** Converts the value of a field to code. Undefined if the library does not have the value, which is then listed. */
export type Convert = (value: unknown, app: App) => Code | undefined;

/** A field of the API, the property of the library, and the value that is the default of the library. */
export type Row = readonly [field: string, property: string, convert: Convert, libraryDefault?: unknown];

/** The properties for the fields in the rows, which are taken out of the description. */
export function mapRows(from: unknown, rows: readonly Row[], app: App): Properties {
  const properties: Properties = {};
  for (const [field, property, convert, libraryDefault] of rows) {
    const value = peek(from, field);
    const code = value === undefined || value === libraryDefault ? undefined : convert(value, app);
    if (value === undefined || (code === undefined && value !== libraryDefault)) continue;
    if (code !== undefined) properties[property] = code;
    take(from, field);
  }
  return properties;
}

/** A field that the library sets only as an override of CloudFormation's property, and the value that the library sets. */
export type OverriddenField = readonly [field: string, libraryDefault?: unknown];

/** Takes fields out of the description, and overrides the properties that differ from those of the library. */
export function overrideFields(from: unknown, path: string, fields: readonly OverriddenField[], app: App): void {
  for (const [field, libraryDefault] of fields) {
    const value = peek(from, field);
    if (value === undefined) continue;
    if (JSON.stringify(value) !== JSON.stringify(libraryDefault)) app.overrides.set(`${path}.${field}`, value);
    take(from, field);
  }
}

const ofNumber =
  (toCode: (value: number, app: App) => Code): Convert =>
  (value, app) =>
    typeof value === 'number' ? toCode(value, app) : undefined;
const ofText =
  (toCode: (value: string, app: App) => Code): Convert =>
  (value, app) =>
    typeof value === 'string' ? toCode(value, app) : undefined;

export const number = ofNumber(String);
export const flag: Convert = (value, { code }) => (typeof value === 'boolean' ? code.flag(value) : undefined);
export const text = ofText((value, { code }) => code.text(value));
export const seconds = ofNumber((value, { code }) =>
  value % 60 === 0 && value > 0
    ? code.call('Duration.minutes', [`${value / 60}`])
    : code.call('Duration.seconds', [`${value}`]),
);
export const gibibytes = ofNumber((value, { code }) => code.call('Size.gibibytes', [`${value}`]));
export const key = ofText((value, app) => app.key(value));
export const role = ofText((value, app) => app.existing('Role.fromRoleArn', 'Role', [value]));
export const topic = (id: string): Convert => ofText((value, app) => app.existing('Topic.fromTopicArn', id, [value]));
