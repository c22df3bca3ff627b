import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import {
  Backend,
  EngineOptions,
  EnginePrecision,
  InstanceType,
  ModelFiles,
  Tensor,
  TritonImage,
  TritonModel,
  TritonRealtimeEndpoint,
} from '../../../lib';
import { artifact } from '../../../bin/model-folders';
import { folderWith } from '../../model/folders';
import { bert } from './fixtures';

function newStack(): Stack {
  return new Stack(new App(), 'Stack', { env: { region: 'eu-west-1', account: '111122223333' } });
}

/** The image that `docs/images.md` recommends. It avoids CVE-2026-47627, which affects every image that AWS publishes. */
function userImage(): TritonImage {
  const directory = folderWith({ Dockerfile: 'FROM nvcr.io/nvidia/tritonserver:26.06-py3' });
  return TritonImage.fromAsset(directory, { release: '26.06', cudaVersion: '13.3' });
}

describe('a GPU that the TensorRT version of the release does not support is rejected', () => {
  const image = TritonImage.forRelease('25.04');
  const instanceType = InstanceType.P3_2XLARGE;
  const message =
    /TensorRT 10\.9\.0\.34 of Triton 25\.04 does not support \(removed in 10\.5\); allowed: Triton 24\.09/;

  test('for an endpoint', () => {
    expect(() => new TritonRealtimeEndpoint(newStack(), 'Bert', { model: bert(), image, instanceType })).toThrow(
      message,
    );
    const olderRelease = { model: bert(), image: TritonImage.forRelease('24.09'), instanceType };
    expect(() => new TritonRealtimeEndpoint(newStack(), 'Bert', olderRelease)).not.toThrow();
  });

  test('for an existing engine, but not for other backends', () => {
    const modelWithBackend = (backend: Backend, file: string): TritonModel =>
      new TritonModel({
        name: 'm',
        backend,
        files: ModelFiles.fromDirectory(folderWith({ [`1/${file}`]: 'x' })),
        inputs: [Tensor.fp32('x', [1])],
        outputs: [Tensor.fp32('y', [1])],
      });
    const target = { instanceType, tritonRelease: '25.04' };
    const validationRuleIds = (checkedModel: TritonModel): string[] =>
      checkedModel.validate(target).map(({ ruleId }) => ruleId);
    expect(validationRuleIds(modelWithBackend(Backend.TENSORRT, 'model.plan'))).toContain('trt.gpu');
    expect(validationRuleIds(modelWithBackend(Backend.PYTORCH, 'model.pt'))).not.toContain('trt.gpu');
  });
});

describe('BERT-large on an image without critical vulnerabilities', () => {
  const tokens = { min: [1, 512], opt: [16, 512], max: [16, 512] };
  const stackWithBertLarge = (options: EngineOptions): Stack => {
    const stack = newStack();
    new TritonRealtimeEndpoint(stack, 'Endpoint', {
      model: new TritonModel({
        name: 'bert-large',
        backend: Backend.TENSORRT,
        files: ModelFiles.fromEngineBuild(artifact('stand-ins', 'bert-large', 'onnx', '1', 'model.onnx'), {
          profiles: [{ token_ids: tokens, attn_mask: tokens }],
          ...options,
        }),
        maxBatchSize: 16,
      }),
      image: userImage(),
    });
    return stack;
  };

  test('cannot be built with the FP16 option, and the error contains the fix', () => {
    expect(() => stackWithBertLarge({ precision: EnginePrecision.FP16 })).toThrow(
      /files\.precision: got FP16; TensorRT 11 or newer of Triton 26\.06 allows STRONGLY_TYPED, .*omit precision.*AutoCast/,
    );
  });

  test('is built with the data types of its ONNX file, without a warning about vulnerabilities or TensorRT', () => {
    const stack = stackWithBertLarge({});
    const [{ Properties }] = Object.values(Template.fromStack(stack).findResources('Custom::TritonEngine'));
    expect(JSON.stringify(Properties)).not.toContain('--fp16');
    const assets = App.of(stack)?.assetOutdir ?? '';
    const buildDescriptions = fs
      .readdirSync(assets)
      .map((name) => path.join(assets, name))
      .filter((file) => fs.statSync(file).isFile() && fs.readFileSync(file, 'utf8').includes('build.json'))
      .map((file) => fs.readFileSync(file, 'utf8'));
    expect(buildDescriptions.join()).toContain('--minShapes=attn_mask:1x512,token_ids:1x512');
    expect(buildDescriptions.join()).not.toMatch(/--fp16|--stronglyTyped/);
    expect(
      Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp('image.vulnerable|tensorrt-unknown')),
    ).toEqual([]);
  });
});
