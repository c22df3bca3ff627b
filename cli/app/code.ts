import { escapeCharacter, escapeControlCharacters } from '../../lib/findings/escape-control-characters';
import { inSnakeCase } from '../../lib/findings/in-language-of-app';

/** The languages in which an app can be written. */
export const LANGUAGES = ['typescript', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

/** An expression. It can have several lines, but texts in it have no line breaks. */
export type Code = string;

/** Escapes an untrusted name for a comment: a line break would end the comment, and the rest of the name would be code. */
export function escapeForComment(text: string): string {
  return text.replace(/[^ -~]/g, escapeCharacter);
}

/** Named values. Undefined values are omitted. */
export type Properties = Record<string, Code | undefined>;

/** The classes that modules of aws-cdk-lib export. All other classes are exports of this library. */
const MODULES: Record<string, string[]> = {
  '': ['Duration', 'SecretValue', 'Size', 'Stack', 'StackProps', 'Tags', 'TimeZone'],
  'aws-applicationautoscaling': ['Schedule'],
  'aws-cloudwatch': ['Metric', 'Unit'],
  'aws-ec2': ['SecurityGroup', 'Subnet', 'SubnetSelection', 'Vpc'],
  'aws-iam': ['Role'],
  'aws-kms': ['Key'],
  'aws-s3': ['Bucket'],
  'aws-sns': ['Topic'],
};

/** Writes expressions in a language, with one property in each line. Remembers the classes that the expressions use. */
export class CodeWriter {
  private readonly classes = new Set<string>();
  private readonly isPython: boolean;
  private readonly indentation: string;
  private usesPaths = false;

  constructor(public readonly language: Language) {
    this.isPython = language === 'python';
    this.indentation = this.isPython ? '    ' : '  ';
  }

  /** The construct whose constructor contains the code. */
  public get scope(): Code {
    return this.isPython ? 'self' : 'this';
  }

  /** A name of TypeScript, such as of a method or a property, in the language. */
  public name(name: string): string {
    return this.isPython ? inSnakeCase(name) : name;
  }

  /** A literal, in which untrusted text cannot end the literal, or make the code look different from what it does. */
  public text(value: string): Code {
    const quoted = escapeControlCharacters(JSON.stringify(value));
    return this.isPython ? quoted : `'${quoted.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  }

  public flag(value: boolean): Code {
    return this.isPython ? (value ? 'True' : 'False') : String(value);
  }

  /** A value of JSON. */
  public json(value: unknown): Code {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'boolean') return this.flag(value);
    if (Array.isArray(value)) return this.list(value.map((each) => this.json(each)));
    if (typeof value !== 'object' || value === null) return String(value);
    return this.table(Object.entries(value).map(([key, each]) => [key, this.json(each)]));
  }

  public list(elements: Code[]): Code {
    const line = `[${elements.join(', ')}]`;
    return line.includes('\n') ? this.block('[', elements, ']') : line;
  }

  /** An object whose keys are values, such as the variables of a container. */
  public table(entries: [key: string, value: Code][]): Code {
    return this.block(
      '{',
      entries.map(([key, value]) => `${this.text(key)}: ${value}`),
      '}',
    );
  }

  /** A constant of a class, such as `InstanceType.G5_XLARGE`. In Python, jsii renames G4DN_XLARGE to G4_DN_XLARGE. */
  public constant(className: string, name: string): Code {
    this.classes.add(className);
    return `${className}.${this.isPython ? name.replace(/(\d)(?=[A-Z])/g, '$1_') : name}`;
  }

  /** A path relative to the folder of the app. */
  public path(relative: string): Code {
    this.usesPaths = true;
    const text = this.text(relative);
    return this.isPython ? `str(HERE / ${text})` : `path.join(__dirname, ${text})`;
  }

  /** A call of a static method, such as `Size.gibibytes`, or of a constructor, such as `new Metric`. */
  public call(callee: string, args: Code[] = [], properties: Properties = {}): Code {
    const [className, ...methods] = callee.replace('new ', '').split('.');
    this.classes.add(className);
    const name = this.isPython ? [className, ...methods.map((each) => this.name(each))].join('.') : callee;
    return `${name}${this.arguments(args, properties)}`;
  }

  /** An object with named properties. Python requires the name of its type. */
  public struct(type: string, properties: Properties): Code {
    if (!this.isPython) return this.block('{', this.named(properties), '}');
    this.classes.add(type);
    return `${type}${this.arguments([], properties)}`;
  }

  /** A statement that defines a variable. */
  public definition(name: string, value: Code): Code {
    return `${this.isPython ? '' : 'const '}${name} = ${value}`;
  }

  /** The arguments of a call, with the parentheses. */
  public arguments(args: Code[], properties: Properties = {}): Code {
    const named = this.named(properties);
    if (named.length === 0) return `(${args.join(', ')})`;
    if (this.isPython) return this.block('(', [...args, ...named], ')');
    return `(${[...args, this.block('{', named, '}')].join(', ')})`;
  }

  /** The lines at the beginning of a file: the imports of the classes in the code, and of further ones. */
  public header(...furtherClasses: string[]): string {
    const modules = new Map<string, string[]>();
    for (const name of [...new Set([...this.classes, ...furtherClasses])].sort()) {
      const module = this.moduleOf(name);
      modules.set(module, [...(modules.get(module) ?? []), name]);
    }
    const imports = [...modules]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, names]) =>
        this.isPython
          ? `from ${module} import ${names.join(', ')}\n`
          : `import { ${names.join(', ')} } from '${module}';\n`,
      )
      .join('');
    if (!this.usesPaths) return imports;
    return this.isPython
      ? `from pathlib import Path\n\n${imports}\nHERE = Path(__file__).parent\n`
      : `import * as path from 'node:path';\n${imports}`;
  }

  private moduleOf(className: string): string {
    if (className === 'Construct') return 'constructs';
    const [module] = Object.entries(MODULES).find(([, names]) => names.includes(className)) ?? [];
    const name = module === undefined ? 'cdk-sagemaker-triton' : `aws-cdk-lib${module && `/${module}`}`;
    return this.isPython ? name.replace('-lib', '').replace('/', '.').replaceAll('-', '_') : name;
  }

  private named(properties: Properties): Code[] {
    const separator = this.isPython ? '=' : ': ';
    return Object.entries(properties).flatMap(([name, value]) =>
      value === undefined ? [] : [`${this.name(name)}${separator}${value}`],
    );
  }

  private block(open: string, elements: Code[], close: string): Code {
    return `${open}\n${elements.map((each) => `${indent(each, this.indentation)},\n`).join('')}${close}`;
  }
}

/** Indents all lines of code. */
export function indent(code: Code, indentation: string): Code {
  return `${indentation}${code.replaceAll('\n', `\n${indentation}`)}`;
}
