import { Language } from '../../init/syntax';
import { ImportedEndpoint } from '../import-endpoint';
import { call, classesIn, create, Expression, SCOPE, struct, text, variable } from './expression';
import { importsOf } from './modules';
import { nameIn, renderStatement } from './render';

export const STACK_CLASS = 'EndpointStack';

/** The source file with the stack. */
export function renderStack(endpoint: ImportedEndpoint, language: Language): string {
  return language === 'python' ? pythonStack(endpoint) : typescriptStack(endpoint);
}

/** The statements in the constructor of the stack. */
function statementsOf({ context, construct, tags, archives }: ImportedEndpoint, language: Language): string {
  const isTypescript = language === 'typescript';
  const depth = 2;
  const suffix = isTypescript ? ';' : '';
  const declaration = (name: string): string => `${isTypescript ? 'const ' : ''}${nameIn(language, name)} = `;
  const needsVariable = tags.length > 0 || archives !== undefined;
  const lines = context.variables.map(({ name, value }) =>
    renderStatement(value, language, { prefix: declaration(name), suffix, depth }),
  );
  lines.push(
    renderStatement(construct, language, { prefix: needsVariable ? declaration('endpoint') : '', suffix, depth }),
  );
  const indentation = isTypescript ? '    ' : '        ';
  for (const { key, value } of tags) {
    const [tag, content] = [text(key), text(value)].map((each) => renderStatement(each, language, {}));
    lines.push(`${indentation}Tags.of(endpoint).add(${tag}, ${content})${suffix}`);
  }
  if (archives !== undefined) lines.push(renderStatement(modelPrefixOutput(language), language, { suffix, depth }));
  return lines.join('\n');
}

/** The prefix to which the archives of a multi-model endpoint are copied, as an output of the stack. */
function modelPrefixOutput(language: Language): Expression {
  const member = (name: string): string => `endpoint.${nameIn(language, name)}`;
  const location: Expression = {
    kind: 'raw',
    code: `${member('modelBucket')}.${nameIn(language, 's3UrlForObject')}(${member('modelPrefix')})`,
  };
  return create('CfnOutput', [SCOPE, text('ModelPrefix')], { value: location });
}

function classesOf({ context, construct, tags, archives }: ImportedEndpoint, isPython: boolean): string[] {
  const expressions = [construct, ...context.variables.map(({ value }) => value)];
  return [
    ...expressions.flatMap((each) => classesIn(each, isPython)),
    ...(tags.length > 0 ? ['Tags'] : []),
    ...(archives === undefined ? [] : ['CfnOutput']),
  ];
}

function typescriptStack(endpoint: ImportedEndpoint): string {
  const statements = statementsOf(endpoint, 'typescript');
  const imports = importsOf([...classesOf(endpoint, false), 'Stack', 'StackProps', 'Construct'], false);
  const lines = [
    ...(statements.includes('path.join(') ? ["import * as path from 'node:path';"] : []),
    ...imports.map(([module, names]) => typescriptImport(module, names)),
  ];
  return `${lines.join('\n')}

export class ${STACK_CLASS} extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
${statements}
  }
}
`;
}

function pythonStack(endpoint: ImportedEndpoint): string {
  const statements = statementsOf(endpoint, 'python');
  const imports = importsOf([...classesOf(endpoint, true), 'Stack', 'Construct'], true);
  const usesPath = statements.includes('str(HERE / ');
  return `${usesPath ? 'from pathlib import Path\n\n' : ''}${imports.map(([module, names]) => pythonImport(module, names)).join('\n')}
${usesPath ? '\nHERE = Path(__file__).parent\n' : ''}

class ${STACK_CLASS}(Stack):
    def __init__(self, scope: Construct, construct_id: str, **kwargs) -> None:
        super().__init__(scope, construct_id, **kwargs)
${statements}
`;
}

export function typescriptImport(module: string, names: string[]): string {
  const line = `import { ${names.join(', ')} } from '${module}';`;
  return line.length <= 120 ? line : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${module}';`;
}

export function pythonImport(module: string, names: string[]): string {
  const line = `from ${module} import ${names.join(', ')}`;
  return line.length <= 120 ? line : `from ${module} import (\n${names.map((name) => `    ${name},\n`).join('')})`;
}

/** The program of the app. */
export function renderApp({ context }: ImportedEndpoint, stackId: string, language: Language): string {
  const env = struct('Environment', { account: text(context.account), region: text(context.region) });
  if (language === 'python') {
    const stack = renderStatement(call(STACK_CLASS, [variable('app'), text(stackId)], { env }), 'python', {});
    return `from aws_cdk import App, Environment\n\nfrom endpoint_stack import ${STACK_CLASS}\n\napp = App()\n${stack}\napp.synth()\n`;
  }
  const stack = renderStatement(create(STACK_CLASS, [create('App'), text(stackId)], { env }), 'typescript', {
    suffix: ';',
  });
  return `import { App } from 'aws-cdk-lib';\nimport { ${STACK_CLASS} } from './endpoint-stack';\n\n${stack}\n`;
}
