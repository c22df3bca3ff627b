import * as fs from 'node:fs';
import * as path from 'node:path';

const MODEL = `
import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    def execute(self, requests):
        return [pb_utils.InferenceResponse(add(request)) for request in requests]


def add(request):
    x = pb_utils.get_input_tensor_by_name(request, "x").as_numpy()
    names = sorted(request.requested_output_names())
    return [pb_utils.Tensor(name, x + int(name[1:])) for name in names]
`;

/** Writes a model repository with an ensemble of one model, whose outputs y0, y1 and so on are the input x plus 0, 1 and so on. */
export function writeEnsemble(repository: string, outputCount: number): string {
  const names = Array.from({ length: outputCount }, (_, index) => `y${index}`);
  const outputs = names.map((name) => `output { name: "${name}" data_type: TYPE_FP32 dims: 3 }`);
  const tensors = ['input { name: "x" data_type: TYPE_FP32 dims: 3 }', ...outputs].join('\n');
  const maps = names.map((name) => `output_map { key: "${name}" value: "${name}" }`);
  const step = ['model_name: "add" model_version: -1 input_map { key: "x" value: "x" }', ...maps].join('\n');
  for (const [name, content] of Object.entries({
    'add/config.pbtxt': `backend: "python"\n${tensors}\n`,
    'add/1/model.py': MODEL,
    'ensemble/config.pbtxt': `platform: "ensemble"\n${tensors}\nensemble_scheduling { step {\n${step}\n} }\n`,
    'ensemble/1/.gitkeep': '',
  })) {
    fs.mkdirSync(path.dirname(path.join(repository, name)), { recursive: true });
    fs.writeFileSync(path.join(repository, name), content);
  }
  return repository;
}
