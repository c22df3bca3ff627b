/** A type in the description of the API that jsii writes to `.jsii`. */
export type TypeReference =
  | { readonly primitive: string }
  | { readonly fqn: string }
  | { readonly collection: { readonly kind: string; readonly elementtype: TypeReference } }
  | { readonly union: { readonly types: readonly TypeReference[] } };

/** A property, or a parameter of a method. */
export interface ApiValue {
  readonly name: string;
  readonly type: TypeReference;
  readonly optional?: boolean;
  readonly variadic?: boolean;
  readonly static?: boolean;
}

/** A class, an enum or an interface in `.jsii`. An interface with `datatype` only has properties. */
export interface ApiType {
  readonly kind: string;
  readonly datatype?: boolean;
  readonly interfaces?: readonly string[];
  readonly properties?: readonly ApiValue[];
  readonly methods?: readonly { readonly name: string; readonly static?: boolean; readonly parameters?: ApiValue[] }[];
  readonly initializer?: { readonly parameters?: readonly ApiValue[] };
}
