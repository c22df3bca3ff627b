/** Model files for real servers. Each model returns its input, a number. */

/** A configuration with an input and an output. */
export function configuration(...fields: string[]): string {
  const shape = 'data_type: TYPE_FP32 dims: [ 1 ]';
  return ['max_batch_size: 8', `input [ { name: "x" ${shape} } ]`, `output [ { name: "y" ${shape} } ]`, ...fields].join(
    '\n',
  );
}

export const PYTHON = ['backend: "python"', 'instance_group [ { count: 1 kind: KIND_CPU } ]'];

/** A Python model that runs statements for each batch. It responds to negative numbers with an error. */
export function echo(statements = 'pass'): string {
  return `
import sys, time
import triton_python_backend_utils as pb_utils

class TritonPythonModel:
    def execute(self, requests):
        ${statements}
        return [self.respond(pb_utils.get_input_tensor_by_name(request, "x").as_numpy()) for request in requests]

    def respond(self, x):
        if x.flat[0] < 0:
            return pb_utils.InferenceResponse([], pb_utils.TritonError("negative"))
        return pb_utils.InferenceResponse([pb_utils.Tensor("y", x)])
`;
}

/** A Python model that calls a different model for each request. */
export function caller(model: string): string {
  return `
import triton_python_backend_utils as pb_utils

class TritonPythonModel:
    def execute(self, requests):
        return [self.call(pb_utils.get_input_tensor_by_name(request, "x")) for request in requests]

    def call(self, x):
        request = pb_utils.InferenceRequest(model_name="${model}", requested_output_names=["y"], inputs=[x])
        response = request.exec()
        if response.has_error():
            return pb_utils.InferenceResponse([], response.error())
        return pb_utils.InferenceResponse([pb_utils.Tensor("y", response.output_tensors()[0].as_numpy())])
`;
}

/** An ensemble that passes the number through models. */
export function ensemble(...steps: [model: string, version: number][]): string {
  const tensor = (index: number): string => (index === 0 ? 'x' : index === steps.length ? 'y' : `step_${index}`);
  const parts = steps.map(
    ([model, version], index) =>
      `{ model_name: "${model}" model_version: ${version} input_map { key: "x" value: "${tensor(index)}" } output_map { key: "y" value: "${tensor(index + 1)}" } }`,
  );
  return configuration('platform: "ensemble"', `ensemble_scheduling { step [ ${parts.join(', ')} ] }`);
}
