import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Scaling, TritonImage, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../../lib';
import { classifier } from '../../endpoint/fixtures';

/** Makes the constructs of the stack `Serving`. */
export type Build = (stack: Stack) => void;

const folders: string[] = [];

/** A new folder; `removeFolders` removes it. */
export function newFolder(): string {
  folders.push(fs.mkdtempSync(path.join(os.tmpdir(), 'consequences-')));
  return folders[folders.length - 1];
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
}

/** The assembly of an app with one stack. */
export function synthesized(build: Build): string {
  const app = new App({ outdir: newFolder() });
  build(new Stack(app, 'Serving'));
  return app.synth().directory;
}

/** Two instances of the ONNX classifier that do not scale. */
export function endpoint(props: Partial<TritonRealtimeEndpointProps> = {}): Build {
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
