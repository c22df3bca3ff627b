import { basename } from 'path';
import { NoPlan, readNoPlan } from '../../folder/readers/file-format';
import { SourceFile } from '../../folder/folder-content';
import { isLfsPointer } from '../../folder/model-lock';
import { FileRule, fileRules, sizeOf } from '../local-model';
import { existingEngines } from './provenance';

/** The existing engines whose files are not TensorRT plans. Rules for all model files report empty files and Git LFS pointers. */
export const planFormatRules: FileRule[] = fileRules(
  (model, { instanceType }) =>
    existingEngines(model, instanceType?.computeCapability).flatMap((file) => {
      const found = sizeOf(file) === 0 || isLfsPointer(file.source) ? undefined : readNoPlan(file.source);
      return found ? [{ file, found }] : [];
    }),
  [{ id: 'trt.plan', when: () => true, message: ({ file, found }) => describe(file, found) }],
);

function describe({ path, source }: SourceFile, { format, metadataBytes }: NoPlan): string {
  const name = basename(source);
  if (metadataBytes !== undefined) {
    return `got ${path}, which begins with ${metadataBytes} bytes of metadata, as Ultralytics writes them, and TensorRT loads only the plan that follows; write the plan to a file of its own: tail -c +${metadataBytes + 1} ${name} > plan && mv plan ${name}`;
  }
  const build =
    'build an engine from ONNX, with ModelFiles.fromEngineBuild, or with trtexec --onnx=model.onnx --saveEngine=model.plan';
  if (format === 'an ONNX model')
    return `got ${path}, which is an ONNX model; the tensorrt backend loads TensorRT plans; name the file model.onnx and set the backend to 'onnxruntime', or ${build}`;
  return `got ${path}, which ${format ? `is ${format}` : "does not begin with 'ftrt'"}; the tensorrt backend loads TensorRT plans; ${build}`;
}
