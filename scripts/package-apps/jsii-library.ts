/** Compiles a jsii library with a class that extends a class of the package. */
import assert from 'assert/strict';
import * as fs from 'fs';
import * as path from 'path';
import { BIN, run } from '../fresh-app';

const SOURCE = `
import { ITritonEndpoint, TritonModel, TritonRealtimeEndpoint } from 'cdk-sagemaker-triton';
import { Construct } from 'constructs';

/** An endpoint as this company has it. */
export class CompanyEndpoint extends TritonRealtimeEndpoint {
  /** Serves a model. */
  public constructor(scope: Construct, id: string, model: TritonModel) {
    super(scope, id, { model, instanceCount: 2 });
  }
}

/** What serves a model. */
export interface ICompanyService {
  /** Its endpoint. */
  readonly endpoint: ITritonEndpoint;
}
`;

/** Compiles the library in the folder of an app with the package and its peer dependencies. */
export function compileJsiiLibrary(app: string): void {
  const folder = path.join(app, 'jsii-library');
  fs.mkdirSync(folder);
  const peers = { 'aws-cdk-lib': '*', constructs: '*', 'cdk-sagemaker-triton': '*' };
  const manifest = {
    name: 'company-serving',
    version: '1.0.0',
    description: 'Endpoints as this company has them',
    author: { name: 'A company', email: 'company@example.com' },
    license: 'Apache-2.0',
    repository: { type: 'git', url: 'https://example.com/company-serving.git' },
    main: 'index.js',
    types: 'index.d.ts',
    peerDependencies: peers,
    devDependencies: peers,
    jsii: { outdir: 'dist', targets: {}, versionFormat: 'short' },
  };
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  fs.writeFileSync(path.join(folder, 'index.ts'), SOURCE);
  run(folder, path.join(BIN, 'jsii'), '--silence-warnings=reserved-word');
  const { types } = JSON.parse(fs.readFileSync(path.join(folder, '.jsii'), 'utf8'));
  assert.equal(types['company-serving.CompanyEndpoint'].base, 'cdk-sagemaker-triton.TritonRealtimeEndpoint');
}
