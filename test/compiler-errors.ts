import * as path from 'node:path';
import * as ts from 'typescript';

const ROOT = path.join(__dirname, '..');
const LIBRARY = path.join(ROOT, 'lib');
const CDK_INDEX = path.join('node_modules', 'aws-cdk-lib', 'index.d.ts');

/**
 * Compiles sources that import this library, and returns the errors in them, but not in the library.
 *
 * @param sources by path, as if the sources were files of this repository
 */
export function compilerErrors(sources: ReadonlyMap<string, string>): ts.Diagnostic[] {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.directoryExists = undefined; // the folders of the sources need not exist
  host.fileExists = (file) => sources.has(file) || fileExists.call(host, file);
  host.readFile = (file) => sources.get(file) ?? readFile.call(host, file);
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const code = file.endsWith(CDK_INDEX) ? withoutServices(ts.sys.readFile(file)) : sources.get(file);
    return code === undefined
      ? getSourceFile.call(host, file, languageVersion, ...rest)
      : ts.createSourceFile(file, code, languageVersion);
  };
  const paths = { 'cdk-sagemaker-triton': [LIBRARY], 'cdk-sagemaker-triton/*': [path.join(LIBRARY, '*')] };
  const program = ts.createProgram([...sources.keys()], { ...options, noEmit: true, rootDir: undefined, paths }, host);
  return [...sources.keys()].flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)));
}

/**
 * Removes the modules of all services from the index of CDK, since parsing more than a thousand files takes a third of the time. The sources
 * import the modules of the services that they use.
 */
function withoutServices(index = ''): string {
  return index.replaceAll(/^export \* as aws_\w+ from .*$/gm, '');
}

/** The file and the text of an error. */
export function describeError({ file, messageText }: ts.Diagnostic): string {
  return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
}
