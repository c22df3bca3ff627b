/** A piece of the model configuration in protobuf's JSON mapping, with the original field names. */
export type Json = { [field: string]: unknown };

/** Leaves out what is not given, so that Triton's own default applies. */
export function compact(fields: Json): Json {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Refuses what only a caller without a type checker can get wrong: a required property that was left out. */
export function requireGiven(owner: string, fields: Json): void {
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined || value === null) throw new Error(`${owner}.${field}: got ${value}; it is required`);
  }
}
