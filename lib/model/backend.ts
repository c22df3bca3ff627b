import { compact, Json, requireGiven } from './render';

/** What Triton has to know of a backend beyond its name. */
export interface BackendOptions {
  /**
   * The platform, for a backend that runs several kinds of model file.
   *
   * @default - the backend's only one
   */
  readonly platform?: string;

  /**
   * The file the backend looks for in each version folder.
   *
   * @default - not known, so that its presence is not checked
   */
  readonly defaultFileName?: string;
}

/**
 * The program inside Triton that executes the model file.
 *
 * It decides most of the latency: a TensorRT engine is usually the fastest on the GPU it was built for, ONNX Runtime and
 * PyTorch run one file on any GPU or CPU, Python runs anything at the cost of a copy through shared memory per request.
 *
 * @see https://github.com/triton-inference-server/backend#where-can-i-find-all-the-backends-that-are-available-for-triton
 * @example
 * new TritonModel({ name: 'bert', backend: Backend.ONNXRUNTIME, files: ModelFiles.fromDirectory('models/bert'), maxBatchSize: 16 });
 */
export class Backend {
  /** TensorRT engines, `model.plan`. GPU only; an engine runs on the GPU generation and TensorRT version it was built for. */
  public static readonly TENSORRT = new Backend('tensorrt', { defaultFileName: 'model.plan' });
  /** TorchScript, `model.pt`. Inputs and outputs are named `NAME__<n>`, or inputs like the arguments of `forward`. */
  public static readonly PYTORCH = new Backend('pytorch', { defaultFileName: 'model.pt' });
  /** ONNX, `model.onnx` (a file, or a folder of that name for models with external data). */
  public static readonly ONNXRUNTIME = new Backend('onnxruntime', { defaultFileName: 'model.onnx' });
  /** Python code, `model.py`. */
  public static readonly PYTHON = new Backend('python', { defaultFileName: 'model.py' });
  /** OpenVINO, `model.xml` and `model.bin`. CPU only. */
  public static readonly OPENVINO = new Backend('openvino', { defaultFileName: 'model.xml' });
  /** DALI pipelines for pre-processing on the GPU, `model.dali` or `dali.py`. */
  public static readonly DALI = new Backend('dali', { defaultFileName: 'model.dali' });
  /** Tree ensembles (XGBoost, LightGBM, Treelite). The file's name follows from the parameter `model_type`. */
  public static readonly FIL = new Backend('fil');
  /** A pipeline of other models, which has no file of its own: see `Ensemble`. */
  public static readonly ENSEMBLE = new Backend('', { platform: 'ensemble' });

  /**
   * Any backend by its name, such as one of your own whose library lies in the model's folder.
   *
   * @param name as in `libtriton_<name>.so`
   * @param options platform and file name
   */
  public static of(name: string, options?: BackendOptions): Backend {
    return new Backend(name, options);
  }

  /** The backend's name in config.pbtxt; empty for ensembles. */
  public readonly name: string;
  /** The platform in config.pbtxt, for backends that need one. */
  public readonly platform?: string;
  /** The file the backend looks for in each version folder, where it is known. */
  public readonly defaultFileName?: string;

  private constructor(name: string, options: BackendOptions = {}) {
    requireGiven('Backend', { name });
    this.name = name;
    this.platform = options.platform;
    this.defaultFileName = options.defaultFileName;
  }

  /** @internal */
  public _render(): Json {
    return compact({ backend: this.name || undefined, platform: this.platform });
  }
}
