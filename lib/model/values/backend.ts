import { ENSEMBLE_PLATFORM, MODEL_FORMATS, ModelFormat } from '../../facts/backends';

/** What the library knows of a backend in addition to its name. */
interface BackendFacts {
  readonly platform?: string;
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
  private static readonly backends = new Map<ModelFormat, Backend>();

  /**
   * TensorRT engines, `model.plan`. GPU only. An engine runs only on the GPU generation and the TensorRT version for which it was built.
   */
  public static readonly TENSORRT = Backend.named('tensorrt');
  /**
   * TorchScript, `model.pt`. The names of inputs and outputs have the form `NAME__<n>`. Inputs can also have the names of the arguments of
   * `forward`.
   */
  public static readonly PYTORCH = Backend.named('pytorch');
  /** ONNX, `model.onnx` (a file, or a folder with this name for models with external data). */
  public static readonly ONNXRUNTIME = Backend.named('onnxruntime');
  /** Python code, `model.py`. */
  public static readonly PYTHON = Backend.named('python');
  /** OpenVINO, `model.xml` and `model.bin`. CPU only. */
  public static readonly OPENVINO = Backend.named('openvino');
  /** DALI pipelines for preprocessing on the GPU, `model.dali` or `dali.py`. */
  public static readonly DALI = Backend.named('dali');
  /** Tree ensembles (XGBoost, LightGBM, Treelite). The parameter `model_type` determines the file name. */
  public static readonly FIL = Backend.named('fil');
  /** An ensemble of other models, which has no model file. See `Ensemble`. */
  public static readonly ENSEMBLE = new Backend('', { platform: ENSEMBLE_PLATFORM });

  /**
   * A backend by its name, such as a custom backend whose library is in the folder of the model.
   *
   * @param name name of the backend, as in `libtriton_<name>.so`
   */
  public static of(name: string): Backend {
    return new Backend(name);
  }

  /** A backend with what is known of its model files. @internal */
  public static _of(name: string, facts: BackendFacts): Backend {
    return new Backend(name, facts);
  }

  /** The backend of a model format. It is a constant of this class if one exists for the format. @internal */
  public static _ofFormat(format: ModelFormat): Backend {
    const { backend: name, file: defaultFileName, platform, platformRequired } = format;
    const existing = Backend.backends.get(format);
    const backend =
      existing ?? new Backend(name, { defaultFileName, platform: platformRequired ? platform : undefined });
    Backend.backends.set(format, backend);
    return backend;
  }

  private static named(name: string): Backend {
    const format = MODEL_FORMATS.find(({ backend }) => backend === name);
    return format ? Backend._ofFormat(format) : new Backend(name);
  }

  /** Name of the backend in config.pbtxt. Empty for ensembles. */
  public readonly name: string;
  /** Platform in config.pbtxt, for backends that require a platform. */
  public readonly platform?: string;
  /** Name of the model file in each version folder; undefined if the name is unknown. */
  public readonly defaultFileName?: string;

  /** Whether the models of this backend are ensembles. @internal */
  public get _isEnsemble(): boolean {
    return this.platform === ENSEMBLE_PLATFORM;
  }

  private constructor(name: string, facts: BackendFacts = {}) {
    this.name = name;
    this.platform = facts.platform;
    this.defaultFileName = facts.defaultFileName;
  }
}
