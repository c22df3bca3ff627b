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
  readonly Mappings?: Record<string, Record<string, Record<string, string>>>;
}

export interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/**
 * Evaluates the intrinsic functions that CDK writes, as far as they can be known without AWS. A reference to a resource becomes
 * its logical id, so that equal references stay equal.
 */
export function resolve(value: unknown, template: Template): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, template));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length === 1) {
    const [[name, argument]] = entries;
    const intrinsic = INTRINSICS[name];
    if (intrinsic) return intrinsic(argument, template);
  }
  return Object.fromEntries(entries.map(([key, inner]) => [key, resolve(inner, template)]));
}

const INTRINSICS: Record<string, (argument: unknown, template: Template) => unknown> = {
  Ref: (name, { Parameters = {} }) =>
    PSEUDO_PARAMETERS[String(name)] ?? Parameters[String(name)]?.Default ?? String(name),
  'Fn::GetAtt': (argument) => (Array.isArray(argument) ? String(argument[0]) : String(argument).split('.')[0]),
  'Fn::Join': (argument, template) => {
    const [separator, parts] = resolve(argument, template) as [string, unknown[]];
    return parts.join(separator);
  },
  'Fn::Select': (argument, template) => {
    const [index, list] = resolve(argument, template) as [number, unknown[]];
    return list[Number(index)];
  },
  'Fn::Split': (argument, template) => {
    const [separator, text] = resolve(argument, template) as [string, string];
    return text.split(separator);
  },
  'Fn::Sub': (argument, template) => {
    const [text, variables] = Array.isArray(argument) ? argument : [argument, {}];
    const known = resolve(variables, template) as Record<string, unknown>;
    return replacePlaceholders(String(text), (name) =>
      String(known[name] ?? PSEUDO_PARAMETERS[name] ?? name.split('.')[0]),
    );
  },
  'Fn::FindInMap': (argument, template) => {
    const [map, first, second] = resolve(argument, template) as [string, string, string];
    return template.Mappings?.[map]?.[first]?.[second];
  },
};

/** Fills in `${…}`, as `Fn::Sub` and asset manifests have them. */
export function replacePlaceholders(
  text: string,
  valueOf: (name: string) => string = (name) => PSEUDO_PARAMETERS[name] ?? name,
): string {
  return text.replace(/\$\{([^{}!]+)\}/g, (_, name: string) => valueOf(name));
}
