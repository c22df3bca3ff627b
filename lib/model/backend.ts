import { compact, Json, requireGiven } from './render';

/** Properties of a backend in addition to its name. */
export interface BackendOptions {
  /**
   * Platform, for a backend that supports several types of model files.
   *
   * @default - the only platform of the backend
   */
  readonly platform?: string;

  /**
   * Name of the model file in each version folder.
   *
   * @default - not known. The library does not check that the file exists
   */
  readonly defaultFileName?: string;
}

/**
 * The Triton backend that executes the model file.
 *
 * The backend has a large influence on latency. A TensorRT engine is usually the fastest on the GPU for which it was built. ONNX Runtime
 * and PyTorch run one file on any GPU or CPU. The Python backend runs any code, but copies each request through shared memory.
 *
 * @see https://github.com/triton-inference-server/backend#where-can-i-find-all-the-backends-that-are-available-for-triton
 * @example
 * new TritonModel({ name: 'bert', backend: Backend.ONNXRUNTIME, files: ModelFiles.fromDirectory('models/bert'), maxBatchSize: 16 });
 */
export class Backend {
  /**
   * TensorRT engines, `model.plan`. GPU only. An engine runs only on the GPU generation and the TensorRT version for which it was built.
   */
  public static readonly TENSORRT = new Backend('tensorrt', { defaultFileName: 'model.plan' });
  /**
   * TorchScript, `model.pt`. The names of inputs and outputs have the form `NAME__<n>`. Inputs can also have the names of the arguments of
   * `forward`.
   */
  public static readonly PYTORCH = new Backend('pytorch', { defaultFileName: 'model.pt' });
  /** ONNX, `model.onnx` (a file, or a folder with this name for models with external data). */
  public static readonly ONNXRUNTIME = new Backend('onnxruntime', { defaultFileName: 'model.onnx' });
  /** Python code, `model.py`. */
  public static readonly PYTHON = new Backend('python', { defaultFileName: 'model.py' });
  /** OpenVINO, `model.xml` and `model.bin`. CPU only. */
  public static readonly OPENVINO = new Backend('openvino', { defaultFileName: 'model.xml' });
  /** DALI pipelines for preprocessing on the GPU, `model.dali` or `dali.py`. */
  public static readonly DALI = new Backend('dali', { defaultFileName: 'model.dali' });
  /** Tree ensembles (XGBoost, LightGBM, Treelite). The parameter `model_type` determines the file name. */
  public static readonly FIL = new Backend('fil');
  /** An ensemble of other models, which has no model file. See `Ensemble`. */
  public static readonly ENSEMBLE = new Backend('', { platform: 'ensemble' });

  /**
   * A backend by its name, such as a custom backend whose library is in the folder of the model.
   *
   * @param name name of the backend, as in `libtriton_<name>.so`
   * @param options platform and file name
   */
  public static of(name: string, options?: BackendOptions): Backend {
    return new Backend(name, options);
  }

  /** Name of the backend in config.pbtxt. Empty for ensembles. */
  public readonly name: string;
  /** Platform in config.pbtxt, for backends that require a platform. */
  public readonly platform?: string;
  /** Name of the model file in each version folder, if it is known. */
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
