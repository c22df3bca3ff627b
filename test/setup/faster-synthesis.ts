import * as path from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { IConstruct } from 'constructs';

// Leaves out what takes a seventh of the time of the unit suite and has no effect on valid templates: the file tree.json, and the search for
// references in an app with a single stack, in which CDK only finds references to a different app. The other suites synthesize with both, also
// in a process that ran unit tests.

const isFaster = (): boolean => process.env.FASTER_SYNTHESIS === 'true';

const APP_INIT_HOOK = Symbol.for('@aws-cdk/core.App#initHook');
const initializeApp = (app: object): void => void (isFaster() && Object.assign(app, { _treeMetadata: false }));
Object.assign(globalThis, { [APP_INIT_HOOK]: initializeApp });

const folder = path.join(path.dirname(require.resolve('aws-cdk-lib/core')), 'lib', 'private');
const refs: { resolveReferences(root: IConstruct): void } = require(path.join(folder, 'refs'));
const { resolveReferences } = refs;
refs.resolveReferences = (root) => {
  const stacks = root.node.findAll().filter((construct) => Stack.isStack(construct));
  if (stacks.length > 1 || !isFaster()) resolveReferences(root);
};
