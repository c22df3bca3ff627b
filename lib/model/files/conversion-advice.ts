import { basename } from 'path';

/** Model files that no backend loads, and how to get a model from them that Triton serves. */
const CONVERSIONS: readonly (readonly [RegExp, string])[] = [
  [
    /\.(joblib|pkl|pickle|sav)$/i,
    'convert the model to ONNX, such as with skl2onnx, or write a model.py that loads it',
  ],
  [
    /\.(keras|h5|hdf5)$/i,
    "convert the model to ONNX, with Keras 3's model.export('model.onnx', format='onnx') or with tf2onnx",
  ],
  [
    /\.safetensors$|^pytorch_model.*\.bin$/i,
    'export the model to ONNX, such as with optimum-cli export onnx, load it in a model.py, or serve a language model with vLLM',
  ],
  [
    /\.(pth|ckpt)$/i,
    'export the PyTorch module with torch.onnx.export, or with torch.jit.script as model.pt; if the file is TorchScript, rename it to model.pt',
  ],
];

/** The way from files that no backend loads to a model that Triton serves. Undefined if the files do not show it. */
export function conversionAdvice(paths: readonly string[]): string | undefined {
  return CONVERSIONS.find(([pattern]) => paths.some((path) => pattern.test(basename(path))))?.[1];
}
