import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { InstanceType, TritonImage, TritonModel, TritonRealtimeEndpoint } from '../../lib';
import { checkModelData } from '../../lib/endpoint/models/check-model-data';
import { checkModel } from '../../lib/endpoint/multi-model/check';
import { checkStorage } from '../../lib/endpoint/serving/check';
import { FAKE_RELEASE, tokenizerWith } from '../model/fake-packages';

const GIB = 1024 ** 3;

let workFolder: string;
const cacheHome = process.env.XDG_CACHE_HOME;
beforeEach(() => (workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'package-sizes-'))));
afterEach(() => {
  fs.rmSync(workFolder, { recursive: true });
  if (cacheHome === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = cacheHome;
});

const modelWithPackages = (bytes: number): TritonModel =>
  tokenizerWith(workFolder, { 'torch 2.8.0': { 'torch/lib/libtorch_cuda.so': bytes } });

describe('Python packages count', () => {
  test('for the storage of an instance', () => {
    const message = 'got 200.0 GiB of model files; ml.g4dn.xlarge has 116.0 GiB of storage';
    const pool = { model: modelWithPackages(200 * GIB), instanceType: InstanceType.G4DN_XLARGE };
    expect(checkStorage([pool])).toEqual([
      expect.objectContaining({
        ruleId: 'sm.storage',
        field: 'instanceType',
        message: expect.stringContaining(message),
      }),
    ]);
  });

  test('for the time to load a model of a multi-model endpoint', () => {
    const host = { image: TritonImage.forRelease(FAKE_RELEASE), instanceTypes: [InstanceType.G4DN_XLARGE] };
    expect(checkModel(host, modelWithPackages(3 * GIB), 'tokenizer', 'models[0]')).toEqual([
      expect.objectContaining({
        ruleId: 'mme.cold-load',
        message: expect.stringContaining('got 3.0 GiB of files, which may take 97 s to load'),
      }),
    ]);
  });

  test('for the timeouts of a starting instance', () => {
    const stack = new Stack(new App(), 'Serving');
    const image = TritonImage.forRelease(FAKE_RELEASE);
    new TritonRealtimeEndpoint(stack, 'Endpoint', { model: modelWithPackages(120e6), image });
    const [config] = Object.values(Template.fromStack(stack).findResources('AWS::SageMaker::EndpointConfig'));
    expect(config.Properties.ProductionVariants).toMatchObject([{ ModelDataDownloadTimeoutInSeconds: 303 }]);
  });
});

describe('Python packages do not count', () => {
  test.each([InstanceType.G4DN_XLARGE, InstanceType.of('ml.m5.xlarge')])('for the memory of %s', (instanceType) => {
    expect(checkModelData(modelWithPackages(17 * GIB), instanceType)).toEqual([]);
  });

  test('for the memory of a GPU if the user installed them in the folder of the model', () => {
    const model = modelWithPackages(1);
    const folder = path.join(workFolder, 'model', '1');
    fs.mkdirSync(path.join(folder, 'torch-2.8.0.dist-info'));
    fs.writeFileSync(path.join(folder, 'torch-2.8.0.dist-info', 'RECORD'), 'torch.so,,\n');
    fs.writeFileSync(path.join(folder, 'torch.so'), '');
    fs.truncateSync(path.join(folder, 'torch.so'), 17 * GIB);
    expect(checkModelData(model, InstanceType.G4DN_XLARGE)).toEqual([]);
  });
});

test('if packages cannot be read, only their rule reports it', () => {
  const model = modelWithPackages(200 * GIB);
  fs.rmSync(path.join(workFolder, 'requirements', 'requirements.lock.txt'));
  expect(checkStorage([{ model, instanceType: InstanceType.G4DN_XLARGE }])).toEqual([]);
});
