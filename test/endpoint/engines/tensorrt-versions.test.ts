import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { check } from '../../../cli/check/check';
import {
  Backend,
  EngineOptions,
  EnginePrecision,
  EngineProfile,
  InstanceType,
  ModelFiles,
  Tensor,
  TensorRtEngine,
  TritonImage,
  TritonModel,
  TritonRealtimeEndpoint,
} from '../../../lib';
import { servingInstance } from '../../../lib/model-config/serving-target';
import { artifact } from '../../../bin/model-folders';
import { folderWith } from '../../model/folders';
import { bert, bertFiles } from './fixtures';

function newStack(): Stack {
  return new Stack(new App(), 'Stack', { env: { region: 'eu-west-1', account: '111122223333' } });
}

/** What `docs/hosting.md` advises against CVE-2026-47627, which is in every image of AWS. */
function ownImage(): TritonImage {
  const directory = folderWith({ Dockerfile: 'FROM nvcr.io/nvidia/tritonserver:26.06-py3' });
  return TritonImage.fromAsset(directory, { release: '26.06', cudaVersion: '13.3' });
}

describe('a GPU that the TensorRT of the release does not support is an error', () => {
  const image = TritonImage.forRelease('25.04');
  const instanceType = InstanceType.P3_2XLARGE;
  const message =
    /TensorRT 10\.9\.0\.34 of Triton 25\.04 does not support \(removed in 10\.5\); allowed: Triton 24\.09/;

  test('of an endpoint', () => {
    expect(() => new TritonRealtimeEndpoint(newStack(), 'Bert', { model: bert(), image, instanceType })).toThrow(
      message,
    );
    const older = { model: bert(), image: TritonImage.forRelease('24.09'), instanceType };
    expect(() => new TritonRealtimeEndpoint(newStack(), 'Bert', older)).not.toThrow();
  });

  test('of TensorRtEngine', () => {
    const engine = { files: bertFiles(), maxBatchSize: 16, image, instanceType };
    expect(() => new TensorRtEngine(newStack(), 'Engine', engine)).toThrow(message);
  });

  test('of an engine that was built before, for which the other backends have no such limit', () => {
    const model = (backend: Backend, file: string): TritonModel =>
      new TritonModel({
        name: 'm',
        backend,
        files: ModelFiles.fromDirectory(folderWith({ [`1/${file}`]: 'x' })),
        inputs: [Tensor.fp32('x', [1])],
        outputs: [Tensor.fp32('y', [1])],
      });
    const on = { instanceType, tritonRelease: '25.04' };
    const rules = (each: TritonModel): string[] => each.validate(on).map(({ ruleId }) => ruleId);
    expect(rules(model(Backend.TENSORRT, 'model.plan'))).toContain('trt.gpu');
    expect(rules(model(Backend.PYTORCH, 'model.pt'))).not.toContain('trt.gpu');
  });

  test('of the command `check`', () => {
    const config = 'name: "m" platform: "tensorrt_plan" max_batch_size: 8';
    const file = path.join(folderWith({ 'config.pbtxt': config }), 'config.pbtxt');
    const found = (tritonRelease: string): string[] =>
      check([file], { tritonRelease, instanceType: servingInstance('ml.p3.2xlarge') }).findings.map(
        ({ ruleId }) => ruleId,
      );
    expect(found('25.04')).toContain('trt.gpu');
    expect(found('24.09')).not.toContain('trt.gpu');
  });
});

describe('BERT-large on an image without critical vulnerabilities', () => {
  const tokens = { min: [1, 512], opt: [16, 512], max: [16, 512] };
  const bertLarge = (options: EngineOptions): Stack => {
    const stack = newStack();
    new TritonRealtimeEndpoint(stack, 'Endpoint', {
      model: new TritonModel({
        name: 'bert-large',
        backend: Backend.TENSORRT,
        files: ModelFiles.engineFrom(artifact('stand-ins', 'bert-large', 'onnx', '1', 'model.onnx'), {
          profiles: [EngineProfile.of({ token_ids: tokens, attn_mask: tokens })],
          ...options,
        }),
        maxBatchSize: 16,
      }),
      image: ownImage(),
    });
    return stack;
  };

  test('has no FP16 option to build with, and the error says what to do', () => {
    expect(() => bertLarge({ precision: EnginePrecision.FP16 })).toThrow(
      /files\.precision: got FP16; TensorRT 11 or newer of Triton 26\.06 allows STRONGLY_TYPED, .*omit precision.*AutoCast/,
    );
  });

  test('is built with the data types of its ONNX file, without a warning about vulnerabilities or TensorRT', () => {
    const stack = bertLarge({});
    const [{ Properties }] = Object.values(Template.fromStack(stack).findResources('Custom::TritonEngine'));
    expect(JSON.stringify(Properties)).not.toContain('--fp16');
    const assets = App.of(stack)?.assetOutdir ?? '';
    const described = fs
      .readdirSync(assets)
      .map((name) => path.join(assets, name))
      .filter((file) => fs.statSync(file).isFile() && fs.readFileSync(file, 'utf8').includes('build.json'))
      .map((file) => fs.readFileSync(file, 'utf8'));
    expect(described.join()).toContain('--minShapes=attn_mask:1x512,token_ids:1x512');
    expect(described.join()).not.toMatch(/--fp16|--stronglyTyped/);
    expect(
      Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp('image.vulnerable|tensorrt-unknown')),
    ).toEqual([]);
  });
});
