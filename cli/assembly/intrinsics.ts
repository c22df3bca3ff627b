/** Example values for CloudFormation's pseudo parameters, because the commands evaluate templates without an AWS account. */
const PSEUDO_PARAMETERS: Record<string, string> = {
  'AWS::AccountId': '111122223333',
  'AWS::Partition': 'aws',
  'AWS::Region': 'us-east-1',
  'AWS::StackId': 'arn:aws:cloudformation:us-east-1:111122223333:stack/local/0',
  'AWS::StackName': 'local',
  'AWS::URLSuffix': 'amazonaws.com',
};

export interface Template {
  readonly Parameters?: Record<string, { readonly Default?: unknown }>;
  readonly Resources?: Record<string, Resource>;
  readonly Mappings?: Record<string, Record<string, Record<string, unknown>>>;
}

export interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
  readonly Metadata?: Record<string, unknown>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/**
 * Evaluates the intrinsic functions that CDK generates, as far as possible without AWS. A reference to a resource evaluates to its
 * logical id, so equal references stay equal. A function with invalid arguments, or one that only a deployment can evaluate, is
 * returned unchanged.
 */
export function evaluateIntrinsics(value: unknown, template: Template): unknown {
  if (Array.isArray(value)) return value.map((item) => evaluateIntrinsics(item, template));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [[name, argument] = ['', undefined], ...others] = entries;
  if (others.length === 0) {
    const result = INTRINSICS.get(name)?.(argument, template);
    if (result !== undefined) return result;
  }
  const presentEntries = entries.filter(([, inner]) => !isNoValue(inner));
  return Object.fromEntries(presentEntries.map(([key, inner]) => [key, evaluateIntrinsics(inner, template)]));
}

/** CloudFormation removes properties with this value. */
function isNoValue(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'Ref' in value && value.Ref === 'AWS::NoValue';
}

/** Evaluates an intrinsic function. Returns undefined for invalid arguments. */
type Intrinsic = (argument: unknown, template: Template) => unknown;

const INTRINSICS = new Map<string, Intrinsic>([
  [
    'Ref',
    (name, template) => {
      return isText(name) ? parameterValue(name, template) : undefined;
    },
  ],
  [
    'Fn::GetAtt',
    (argument) => {
      const [id] = Array.isArray(argument) ? argument : String(argument).split('.');
      return typeof id === 'string' ? id : undefined;
    },
  ],
  [
    'Fn::Join',
    withListArgument(([separator, parts]) =>
      Array.isArray(parts) && isText(separator) ? parts.join(separator) : undefined,
    ),
  ],
  ['Fn::Select', withListArgument(([index, items]) => (Array.isArray(items) ? items[Number(index)] : undefined))],
  [
    'Fn::Split',
    withListArgument(([separator, text]) => (isText(separator) && isText(text) ? text.split(separator) : undefined)),
  ],
  [
    'Fn::Sub',
    (argument, template) => {
      const [text, variables] = Array.isArray(argument) ? argument : [argument, {}];
      const values = evaluateIntrinsics(variables, template) as Record<string, unknown> | null;
      if (!isText(text) || typeof values !== 'object' || values === null) return undefined;
      return replacePlaceholders(text, (name) =>
        Object.hasOwn(values, name) ? String(values[name]) : parameterValue(name.split('.')[0], template),
      );
    },
  ],
  [
    'Fn::FindInMap',
    withListArgument(([map, topKey, secondKey], { Mappings }) => {
      if (![map, topKey, secondKey].every(isText)) return undefined;
      return Mappings?.[map as string]?.[topKey as string]?.[secondKey as string];
    }),
  ],
]);

/** Creates an intrinsic function from a function that requires a list as its argument. */
function withListArgument(intrinsic: (argument: unknown[], template: Template) => unknown): Intrinsic {
  return (argument, template) => {
    const resolvedArgument = evaluateIntrinsics(argument, template);
    return Array.isArray(resolvedArgument) ? intrinsic(resolvedArgument, template) : undefined;
  };
}

/** The value of a parameter or pseudo parameter. The name of any other element, such as a resource, is returned unchanged. */
function parameterValue(name: string, { Parameters = {} }: Template): string {
  if (Object.hasOwn(PSEUDO_PARAMETERS, name)) return PSEUDO_PARAMETERS[name];
  return String(Parameters[name]?.Default ?? name);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Replaces the `${…}` placeholders of `Fn::Sub` and asset manifests. */
export function replacePlaceholders(
  text: string,
  valueFor: (name: string) => string = (name) => parameterValue(name, {}),
): string {
  return text.replace(/\$\{([^{}!]+)\}/g, (_, name: string) => valueFor(name));
}
