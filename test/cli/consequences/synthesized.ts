import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Scaling, TritonImage, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../../lib';
import { classifier } from '../../endpoint/fixtures';

/** A function that creates the constructs of the stack `Serving`. */
export type BuildStack = (stack: Stack) => void;

const folders: string[] = [];

/** Creates a temporary folder. `removeFolders` removes it after the test. */
export function createTemporaryFolder(): string {
  folders.push(fs.mkdtempSync(path.join(os.tmpdir(), 'consequences-')));
  return folders[folders.length - 1];
}

export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
}

/** Synthesizes an app with one stack, and returns the folder of the assembly. */
export function synthesizeServing(build: BuildStack): string {
  const app = new App({ outdir: createTemporaryFolder() });
  build(new Stack(app, 'Serving'));
  return app.synth().directory;
}

/** Creates an endpoint of the ONNX classifier, with two instances and without scaling. */
export function endpointBuilder(props: Partial<TritonRealtimeEndpointProps> = {}): BuildStack {
  return (stack) => {
    new TritonRealtimeEndpoint(stack, 'Vision', {
      endpointName: 'vision',
      model: classifier(),
      image: TritonImage.forRelease('24.09'),
      instanceCount: props.variants ? undefined : 2,
      scaling: Scaling.none(),
      ...props,
    });
  };
}
