import type { HostileInput } from './hostile-run';
import { writeFiles } from './files';

/** Hostile texts of config.pbtxt. */

/** Joins the texts for the indexes from 0 to the count (exclusive). */
const repeatText = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('');

const TEXTS: Record<string, string | Buffer> = {
  'is empty': '',
  'has only a byte order mark': '\ufeff',
  'begins with a byte order mark': '\ufeffname: "m"\nbackend: "onnxruntime"\n',
  'is UTF-16': Buffer.from('\ufeffname: "m"\n', 'utf16le'),
  'has NUL bytes': 'name: "m"\0\nbackend: "python"\0\n',
  'is random bytes': Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919 + (index >> 3)) & 0xff)),
  'is invalid UTF-8': Buffer.concat([
    Buffer.from('name: "'),
    Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
    Buffer.from('"\n'),
  ]),
  'ends lines with carriage returns': 'name: "m"\rbackend: "python"\rmax_batch_size: 4\r',
  'has Unicode line separators': 'name: "m"\u2028backend: "python"\u2029',
  'has an escape sequence in a name': 'name: "\\033[2J\\033]0;owned\\007"\nbackend: "python"\n',
  'has text that runs right to left': 'name: "\u202egnp.exe"\nbackend: "\u2066python\u2069"\n',
  'has an unknown field with an escape sequence': 'nam\u009b31me: "x"\n',
  'has a lone surrogate': 'name: "\\355\\240\\200"\nbackend: "python"\n',
  'opens 100,000 messages': `parameters {`.repeat(100_000),
  'nests an unknown field 50,000 deep': `unknown ${'{ unknown '.repeat(50_000)}${'}'.repeat(50_000)}`,
  'has an extension': '[type.googleapis.com/x.Y] { a: 1 }\n',
  'is one comment of 15 MB': `#${'x'.repeat(15 << 20)}`,
  'has a name of 15 MB': `name: "${'x'.repeat(15 << 20)}"`,
  'has an unknown field of 10 MB': `${'f'.repeat(10 << 20)}: 1`,
  'has an unclosed text of 10 MB': `name: "${'a'.repeat(10 << 20)}`,
  'has 300,000 inputs': repeatText(300_000, (index) => `input{name:"i${index}"}`),
  'has 3,000,000 dimensions': `input { name: "i" data_type: TYPE_FP32 dims: [ ${repeatText(3_000_000, () => '1,')}1 ] }`,
  'has an ensemble that calls itself':
    'name: "m" platform: "ensemble" input{name:"a" data_type:TYPE_FP32 dims:1} output{name:"b" data_type:TYPE_FP32 dims:1} ensemble_scheduling { step { model_name: "m" model_version: -1 input_map{key:"a" value:"a"} output_map{key:"b" value:"b"} } }',
  'has 500 steps with 500 tensors': `platform: "ensemble" ensemble_scheduling { ${repeatText(500, (step) => `step{model_name:"m" model_version:-1 ${repeatText(500, (index) => `input_map{key:"k${index}" value:"v${step}"}`)}}`)} }`,
  'has __proto__ as a field': '__proto__ { name: "x" }\nconstructor: 1\ntoString { }\n',
  'has __proto__ as a tensor':
    'backend: "onnxruntime" max_batch_size: 1 input { name: "__proto__" data_type: TYPE_FP32 dims: 1 } output { name: "constructor" data_type: TYPE_FP32 dims: 1 }',
  'has a backend called __proto__': 'backend: "__proto__"\nplatform: "toString"\n',
  'has the largest numbers':
    'max_batch_size: 2147483647\ninput { name: "i" data_type: TYPE_FP32 dims: 9223372036854775807 dims: 9223372036854775807 }\noutput { name: "o" data_type: TYPE_FP64 dims: -9223372036854775808 }',
  'has a number of 1,000,000 digits': `max_batch_size: ${'9'.repeat(1_000_000)}`,
  'has a warmup of more than a terabyte':
    'backend: "onnxruntime" model_warmup { name: "w" batch_size: 4294967295 count: 4294967295 inputs { key: "i" value { data_type: TYPE_FP32 dims: 1099511627776 random_data: true } } }',
  'has a warmup file outside of the folder':
    'backend: "python" model_warmup { name: "w" batch_size: 1 inputs { key: "i" value { data_type: TYPE_FP32 dims: 1 input_data_file: "../../../elsewhere/secret.txt" } } }',
  'has label files outside of the folder':
    'backend: "onnxruntime" output { name: "o" data_type: TYPE_FP32 dims: 1 label_filename: "../../elsewhere/secret.txt" } output { name: "p" data_type: TYPE_FP32 dims: 1 label_filename: "/proc/self/environ" }',
  'has a model file outside of the folder':
    'backend: "onnxruntime" default_model_filename: "../../../elsewhere/secret.json"',
  'has 20,000 files for compute capabilities': `backend: "tensorrt" ${repeatText(20_000, (index) => `cc_model_filenames{key:"${index}.0" value:"../${index}"}`)}`,
  'is a template': 'name: "${NAME}"\nmax_batch_size: {{ batch }}\n\u001b[31m',
  'is a Git LFS pointer': `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`,
  'is JSON': '{"name": "m", "max_batch_size": 4}',
  'has names that are workflow commands':
    'name: "::error file=x::y%0A::set-output name=a::b"\nbackend: "python"\n::warning::x\n',
  'has a path of a Python environment outside of the folder':
    'backend: "python" parameters { key: "EXECUTION_ENV_PATH" value { string_value: "$$TRITON_MODEL_DIRECTORY/../../elsewhere/secret.txt" } }',
  'has 5,000,000 dollar signs': '$'.repeat(5_000_000),
  'has 5,000,000 quotes and backslashes': '"\\'.repeat(5_000_000),
  'has one long line with an error at its end': `${'input{name:"i"}'.repeat(400_000)} oops`,
  'has 1,000,000 lines and an error at the end': `${'\n'.repeat(1_000_000)}oops oops`,
  'is larger than allowed': 'x'.repeat((16 << 20) + 1),
};

export const configTexts: HostileInput[] = Object.entries(TEXTS).map(([description, text], index) => ({
  name: `a config.pbtxt that ${description}`,
  write: (folder) => writeFiles(folder, { 'm/config.pbtxt': text, 'm/1/model.onnx': 'x' }),
  // Each input uses the next output format, because each format must print the findings safely.
  args: (folder) => ['check', ...[[], ['--format=sarif'], ['--format=github'], ['--format=json']][index % 4], folder],
  allowsLongLines: index % 2 === 1,
}));
