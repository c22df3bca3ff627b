/** CloudFormation's pseudo parameters as the local run has them. */
const PSEUDO_PARAMETERS: Record<string, string> = {
  'AWS::AccountId': '111122223333',
  'AWS::Partition': 'aws',
  'AWS::Region': 'us-east-1',
  'AWS::StackId': 'arn:aws:cloudformation:us-east-1:111122223333:stack/local/0',
  'AWS::StackName': 'local',
  'AWS::URLSuffix': 'amazonaws.com',
};

export interface Template {
  readonly Parameters?: Record<string, { readonly Default?: string }>;
  readonly Resources?: Record<string, Resource>;
  readonly Mappings?: Record<string, Record<string, Record<string, unknown>>>;
}

export interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/**
 * Evaluates the intrinsic functions that CDK writes, as far as they can be known without AWS. A reference to a resource becomes
 * its logical id, so that equal references stay equal. A function with arguments that it does not accept stays as it is, like one
 * that only the deployment can evaluate.
 *
 * @throws when texts grow beyond all measure
 */
export function resolve(value: unknown, template: Template): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, template));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [[name, argument] = ['', undefined], ...others] = entries;
  if (others.length === 0) {
    const known = INTRINSICS.get(name)?.(argument, template);
    if (known !== undefined) return known;
  }
  const present = entries.filter(([, inner]) => !isNoValue(inner));
  return Object.fromEntries(present.map(([key, inner]) => [key, resolve(inner, template)]));
}

/** `AWS::NoValue` stands for a property that is absent. */
function isNoValue(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'Ref' in value && value.Ref === 'AWS::NoValue';
}

/** Undefined for arguments that CloudFormation does not accept. */
type Intrinsic = (argument: unknown, template: Template) => unknown;

const INTRINSICS = new Map<string, Intrinsic>([
  [
    'Ref',
    (name, template) => {
      if (!isText(name)) return undefined;
      const value = valueOf(name, template);
      if (value.length > SHORT_VALUE) countGrowth(value.length, template);
      return value;
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
    withList(([separator, parts], template) => {
      if (!Array.isArray(parts) || !isText(separator)) return undefined;
      countGrowth(separator.length * parts.length, template);
      return parts.join(separator);
    }),
  ],
  ['Fn::Select', withList(([index, items]) => (Array.isArray(items) ? items[Number(index)] : undefined))],
  [
    'Fn::Split',
    withList(([separator, text]) => (isText(separator) && isText(text) ? text.split(separator) : undefined)),
  ],
  [
    'Fn::Sub',
    (argument, template) => {
      const [text, variables] = Array.isArray(argument) ? argument : [argument, {}];
      const known = resolve(variables, template) as Record<string, unknown> | null;
      if (!isText(text) || typeof known !== 'object' || known === null) return undefined;
      return replacePlaceholders(text, (name) => {
        const value = Object.hasOwn(known, name) ? String(known[name]) : valueOf(name.split('.')[0], template);
        countGrowth(value.length, template);
        return value;
      });
    },
  ],
  [
    'Fn::FindInMap',
    withList(([map, first, second], { Mappings }) => {
      if (![map, first, second].every(isText)) return undefined;
      return Mappings?.[map as string]?.[first as string]?.[second as string];
    }),
  ],
]);

/** A function whose arguments are a list. */
function withList(intrinsic: (argument: unknown[], template: Template) => unknown): Intrinsic {
  return (argument, template) => {
    const resolved = resolve(argument, template);
    return Array.isArray(resolved) ? intrinsic(resolved, template) : undefined;
  };
}

function valueOf(name: string, { Parameters = {} }: Template): string {
  if (Object.hasOwn(PSEUDO_PARAMETERS, name)) return PSEUDO_PARAMETERS[name];
  return Parameters[name]?.Default ?? name;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A reference to a text of at most this length does not grow a template much, and a template is read many times. */
const SHORT_VALUE = 128;

/** Characters that functions may put in place of names, or between texts: each level of nested ones may double a text. */
const MAXIMUM_GROWTH = 32 * 1024 * 1024;
const grown = new WeakMap<Template, number>();

function countGrowth(characters: number, template: Template): void {
  const total = (grown.get(template) ?? 0) + characters;
  grown.set(template, total);
  if (total > MAXIMUM_GROWTH) {
    throw new Error(
      `Fn::Sub, Fn::Join and Ref put in more than ${MAXIMUM_GROWTH} characters; allowed: at most ${MAXIMUM_GROWTH} in a template`,
    );
  }
}

/** Fills in `${…}`, as `Fn::Sub` and asset manifests have them. */
export function replacePlaceholders(
  text: string,
  value: (name: string) => string = (name) => valueOf(name, {}),
): string {
  return text.replace(/\$\{([^{}!]+)\}/g, (_, name: string) => value(name));
}
