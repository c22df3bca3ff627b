/** A part of the model configuration in protobuf's JSON format, with proto field names. */
export type Json = { [field: string]: unknown };

/** Removes undefined values. */
export function omitUndefined(fields: Json): Json {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Throws an error if a caller without a type checker omits a required property. */
export function requireDefined(owner: string, fields: Json): void {
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined || value === null) throw new Error(`${owner}.${field}: got ${value}; it is required`);
  }
}
