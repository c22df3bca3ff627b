/** A part of the model configuration in protobuf's JSON format, with proto field names. */
export type Json = { [field: string]: unknown };

/** Removes undefined values. */
export function omitUndefined(fields: Json): Json {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
