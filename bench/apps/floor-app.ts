import * as fs from 'fs';
import * as path from 'path';
import { App, CfnResource, Stack } from 'aws-cdk-lib';
import { printUsage } from './stacks';

// Lower bound: creates the resources of existing templates as plain CfnResources.
const [, , , outdir, templates] = process.argv;
const app = new App({ outdir, analyticsReporting: false });
for (const file of fs.readdirSync(templates).filter((name) => name.endsWith('.template.json'))) {
  const template = JSON.parse(fs.readFileSync(path.join(templates, file), 'utf8'));
  const stack = new Stack(app, file.replace('.template.json', ''));
  for (const [id, resource] of Object.entries<{ Type: string; Properties?: Record<string, unknown> }>(
    template.Resources,
  )) {
    new CfnResource(stack, id, { type: resource.Type, properties: resource.Properties }).overrideLogicalId(id);
  }
}
app.synth();
printUsage();
