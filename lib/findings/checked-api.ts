import { Construct } from 'constructs';
import { ApiType, ApiValue } from './api-types';
import { ValueChecks } from './check-value';
import { Finding, Severity } from './finding';
import { formatLimited, limitPerKind } from './format-findings';
import { reportFindings } from './report';

/** The types of the API by name, such as `cdk-sagemaker-triton.Tensor`, as in `.jsii`. */
type ApiTypes = Readonly<Record<string, ApiType>>;

/** A call of a method or constructor by the app. */
interface Call {
  /** How messages name the call. */
  readonly name: string;
  /** The function that the app calls. Stack traces end before it. */
  readonly callee: Function;
  readonly parameters: readonly ApiValue[];
  readonly args: readonly unknown[];
  /** The object whose method is called. */
  readonly receiver?: unknown;
  run(): unknown;
}

/**
 * Returns the exports of this package, whose classes compare the arguments of each call with the types of the API. Otherwise, apps in
 * JavaScript, and in TypeScript that no compiler has checked, get an error from within the library, or none. In all other languages, jsii
 * checks the types.
 */
export function checkedApi(library: object, types: ApiTypes): object {
  return process.env.JSII_AGENT === undefined ? new CheckedApi(library, types).exports : library;
}

class CheckedApi {
  public readonly exports: object;
  private readonly checks: ValueChecks;
  /** Whether a method of the library runs. What it calls is not checked. */
  private isInside = false;

  constructor(
    library: object,
    private readonly types: ApiTypes,
  ) {
    this.checks = new ValueChecks(types, library);
    this.exports = this.checkedModule(library, 'cdk-sagemaker-triton');
  }

  /** The checked exports of a module. An export is loaded when it is used. */
  private checkedModule(module: object, path: string): object {
    const exports = Object.defineProperty({}, '__esModule', { value: true });
    for (const name of Object.keys(module)) {
      let checked: unknown;
      const get = (): unknown => (checked ??= this.checked(module[name as keyof object], `${path}.${name}`, name));
      Object.defineProperty(exports, name, { enumerable: true, configurable: true, get });
    }
    return exports;
  }

  private checked(exported: unknown, fqn: string, name: string): unknown {
    const type = this.types[fqn];
    if (type?.kind === 'class') return this.checkedClass(exported as Function, name, type);
    const isSubmodule = type === undefined && typeof exported === 'object' && exported !== null;
    return isSubmodule ? this.checkedModule(exported, fqn) : exported;
  }

  private checkedClass(original: Function, className: string, { methods = [], initializer }: ApiType): Function {
    for (const method of methods) this.checkCallsOf(method.static ? original : original.prototype, className, method);
    if (!initializer) return original;
    const { parameters = [] } = initializer;
    const construct = (target: Function, args: unknown[], newTarget: Function): object => {
      const [scope, id] = args;
      const name = Construct.isConstruct(scope) ? `${scope.node.path}/${id}` : `new ${className}`;
      const run = (): object => Reflect.construct(target, args, newTarget);
      return this.call({ name, callee: construct, parameters, args, run }) as object;
    };
    return new Proxy(original, { construct });
  }

  private checkCallsOf(
    owner: Record<string, Function>,
    className: string,
    { name, parameters = [] }: NonNullable<ApiType['methods']>[number],
  ): void {
    const original = owner[name];
    const call = this.call.bind(this);
    const callee = function (this: unknown, ...args: unknown[]): unknown {
      const run = (): unknown => original.apply(this, args);
      return call({ name: `${className}.${name}`, callee, parameters, args, receiver: this, run });
    };
    Object.defineProperty(owner, name, { configurable: true, writable: true, value: callee });
  }

  /** Checks the arguments, throws the errors, runs the method and reports the warnings. */
  private call(call: Call): unknown {
    if (this.isInside) return call.run();
    this.isInside = true;
    try {
      const findings = this.checks.checkArguments(call.parameters, call.args);
      throwErrors(call.name, findings);
      const result = call.run();
      this.reportWarnings(call, result, findings);
      return result;
    } catch (problem) {
      // Before an error that nothing catches, Node.js prints the source line on which its stack trace begins: the line of the app instead of
      // a line of the bundle. A `TypeError` can be a defect of the library, so it keeps its stack trace.
      if (problem instanceof Error && problem.name === 'Error') Error.captureStackTrace(problem, call.callee);
      throw problem;
    } finally {
      this.isInside = false;
    }
  }

  /** Reports warnings at the construct that is created or called. Other values keep their warnings until a construct uses them. */
  private reportWarnings({ name, receiver }: Call, result: unknown, warnings: Finding[]): void {
    if (warnings.length === 0) return;
    const construct = [result, receiver].find((each) => Construct.isConstruct(each));
    if (construct) return reportFindings(construct, warnings);
    if (this.checks.attach(result, warnings)) return;
    for (const line of limitPerKind(warnings).flatMap(formatLimited)) process.emitWarning(`${name}: ${line}`);
  }
}

function throwErrors(name: string, findings: Finding[]): void {
  const errors = findings.filter(({ severity }) => severity === Severity.ERROR);
  if (errors.length === 0) return;
  const count = errors.length === 1 ? '1 argument is' : `${errors.length} arguments are`;
  const lines = limitPerKind(errors).flatMap((each) => formatLimited(each).map((line) => `  - ${line}`));
  throw new Error([`${name}: ${count} not valid`, ...lines].join('\n'));
}
