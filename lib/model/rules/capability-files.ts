import { Severity } from '../../findings/finding';
import { joinNames } from '../../findings/join-names';
import type { ServingTarget } from '../../model-config/serving-target';
import { fileAt, FileRule, LocalModel, modelFileOf } from './local-model';

/**
 * Backends that read only `default_model_filename` (python_backend, src/stub_launcher.cc; dali_backend, src/dali_model.h), or that have no
 * instances on GPUs (openvino_backend, src/openvino.cc). All others load the file for the GPU (backend, src/backend_model_instance.cc).
 */
const BACKENDS_WITHOUT_CAPABILITY_FILES = ['python', 'dali', 'openvino'];

const KINDS_WITHOUT_GPU = ['KIND_CPU', 'KIND_MODEL'];

/** Rules for the files in `cc_model_filenames`, which have one file for each compute capability. */
export const capabilityFileRules: FileRule[] = [
  {
    id: 'repo.cc-file',
    *check(model, target) {
      const { backend, config, files, versions } = model;
      const field = 'cc_model_filenames';
      if (isIgnored(model)) {
        const defaults = versions.map((version) => modelFileOf(model, version)?.path);
        if (config.cc_model_filenames.size === 0 || defaults.includes(undefined)) return; // see repo.default-file
        const message = `the ${backend.name} backend does not use cc_model_filenames, and loads ${joinNames(defaults as string[])} for every instance; leave it out`;
        yield { field, message, severity: Severity.WARNING };
        return;
      }
      const groups = config.instance_group;
      const isOnGpu = groups.length === 0 || groups.some(({ kind }) => !KINDS_WITHOUT_GPU.includes(kind));
      for (const [capability, name] of config.cc_model_filenames) {
        const missing = versions.filter((version) => !fileAt(files, `${version}/${name}`));
        const isUsed = isOnGpu && target.instanceType?.computeCapability === capability;
        if (missing.length > 0) {
          yield {
            field,
            message:
              `got '${name}' for compute capability ${capability}, which version ${joinNames(missing)} does not have; ` +
              'add the file, or leave the capability out',
            severity: isUsed ? Severity.ERROR : Severity.WARNING,
          };
        }
      }
    },
  },
];

function isIgnored({ backend, config }: LocalModel): boolean {
  return BACKENDS_WITHOUT_CAPABILITY_FILES.includes(backend.name) || config.runtime === 'model.py';
}

/** Why the server opens the default file although there are files for compute capabilities. Undefined if it can do without. */
export function whyDefaultFile(model: LocalModel, { gpuCount, instanceType }: ServingTarget): string | undefined {
  const { backend, config } = model;
  const { cc_model_filenames: names, instance_group: groups, input, batch_input: batchInput, output } = config;
  const capability = instanceType?.computeCapability;
  if (names.size === 0) return undefined;
  if (isIgnored(model)) return `the ${backend.name} backend does not use cc_model_filenames`;
  if ((gpuCount ?? instanceType?.gpuCount) === 0) return 'without a GPU, cc_model_filenames is not used';
  const kind = groups.map((group) => group.kind).find((each) => KINDS_WITHOUT_GPU.includes(each));
  if (kind !== undefined) return `instances of ${kind} do not use cc_model_filenames`;
  if (backend.name === 'onnxruntime' && (input.length + batchInput.length === 0 || output.length === 0))
    return 'if config.pbtxt has no input or output, the backend reads them from this file and not from a file of cc_model_filenames';
  if (capability !== undefined && !names.has(capability))
    return `cc_model_filenames has no file for compute capability ${capability} of ${instanceType?.name}`;
  return undefined;
}

/** Whether the version contains a file for the compute capability of the instance type, and needs no other. Undefined if it does not. */
export function hasCapabilityFile(model: LocalModel, version: string, target: ServingTarget): true | undefined {
  if (whyDefaultFile(model, target) !== undefined) return undefined;
  const capability = target.instanceType?.computeCapability;
  const usable = [...model.config.cc_model_filenames].filter(([key]) => capability === undefined || key === capability);
  return usable.some(([, name]) => fileAt(model.files, `${version}/${name}`)) || undefined;
}
