import { ValidateOptions } from '../../lib/model-config';
import { TritonModel } from '../../lib/model';
import { pythonImports } from '../../lib/model/folder/readers/python-imports';
import { folderWith } from './folders';
import { packedEnvironment } from './python-environment-files';

const ENVIRONMENT =
  'parameters { key: "EXECUTION_ENV_PATH" value { string_value: "$$TRITON_MODEL_DIRECTORY/env.tar.gz" } }';
const UNPACKED_ENVIRONMENT = ENVIRONMENT.replace('env.tar.gz', 'env');

/** Findings of the rules py.env-python and py.import for a Python model with these files. */
function findings(
  files: { [path: string]: string | Buffer },
  config = '',
  options: ValidateOptions = { tritonRelease: '24.09' },
): string[] {
  const folder = folderWith({ 'config.pbtxt': `name: "m" backend: "python" ${config}`, ...files });
  return TritonModel.fromDirectory(folder)
    .validate(options)
    .filter(({ ruleId }) => ['py.env-python', 'py.import'].includes(ruleId))
    .map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`);
}

describe('imports of a Python model', () => {
  test('that the image does not include are reported with the file that contains them', () => {
    const code =
      'import json, numpy as np\nimport cv2\nfrom torch.nn import functional\nimport triton_python_backend_utils as pb_utils';
    expect(findings({ '1/model.py': code })).toEqual([
      'warning py.import: 1/model.py imports cv2, torch, which the image of Triton 24.09 does not have: deploy it with pythonPackages ' +
        '(PythonPackages.fromRequirements), name an environment of Python 3.10 in the parameter EXECUTION_ENV_PATH ' +
        '($$TRITON_MODEL_DIRECTORY/<file>), or use your own image',
    ]);
  });

  test('are followed into other files of the model', () => {
    const files = {
      '1/model.py':
        'from search import beam\nimport lib.text\nfrom .near import x\ndef initialize(self):\n  import transformers',
      '1/search.py': 'import sentencepiece',
      '1/near.py': 'import near_package',
      'lib/__init__.py': 'x',
      'lib/text.py': 'import lib.other\nfrom . import sibling',
      'lib/sibling.py': 'import kaldi',
      'unused.py': 'import nowhere',
    };
    expect(
      findings(files)
        .map((finding) => /\S+ imports \w+/.exec(finding)?.[0])
        .sort(),
    ).toEqual([
      '1/model.py imports transformers',
      '1/near.py imports near_package',
      '1/search.py imports sentencepiece',
      'lib/sibling.py imports kaldi',
    ]);
  });

  test('are compared with the Python packages of the release', () => {
    expect(findings({ '1/model.py': 'import distutils, imp' })).toEqual([]);
    expect(findings({ '1/model.py': 'import imp' }, '', { tritonRelease: '26.05' })).toHaveLength(1);
    expect(findings({ '1/model.py': 'import fastapi, scipy' }, '', { tritonRelease: '26.05' })).toEqual([]);
    expect(findings({ '1/model.py': 'import scipy' }, '', { tritonRelease: '25.09' })).toHaveLength(1);
  });

  test.each([
    ['in a try block', 'try:\n  import cv2\nexcept ImportError:\n  cv2 = None'],
    ['for types only', 'if TYPE_CHECKING:\n    import torch\n'],
    ['in text and comments', '"""\nimport torch\n"""\n# import cv2\nx = "import jax"'],
    ['that the code installs', "import subprocess\nsubprocess.run(['pip', 'install', 'torch'])\nimport torch"],
    [
      'from folders that the code adds to the search path',
      'import sys\nsys.path.append("/opt/ml/model/m/vendor")\nimport vendored',
    ],
  ])('%s are not reported', (_, code) => {
    expect(findings({ '1/model.py': code, 'vendor/vendored.py': 'x' })).toEqual([]);
  });

  test('are not checked with a custom or unknown image', () => {
    const files = { '1/model.py': 'import torch' };
    expect(findings(files, '', { tritonRelease: '24.09', customImage: true })).toEqual([]);
    expect(findings(files, '', {})).toEqual([]);
  });

  test('are compared with the environment in the model’s folder', () => {
    const files = { '1/model.py': 'import torch, cv2', 'env.tar.gz': packedEnvironment('3.10', 'numpy', 'torch') };
    expect(findings(files, ENVIRONMENT)).toEqual([
      'warning py.import: 1/model.py imports cv2, which the environment env.tar.gz does not have: add it there',
    ]);
    const unpacked = {
      '1/model.py': 'import torch, cv2',
      'env/bin/activate': 'x',
      'env/lib/python3.10/site-packages/cv2/__init__.py': 'x',
    };
    expect(findings(unpacked, UNPACKED_ENVIRONMENT)).toEqual([
      expect.stringContaining('imports torch, which the environment env '),
    ]);
  });

  test('are not checked if the file of the environment is not an archive', () => {
    expect(findings({ '1/model.py': 'import torch', 'env.tar.gz': 'no archive' }, ENVIRONMENT)).toEqual([]);
  });
});

describe('the Python version of an environment', () => {
  const files = { '1/model.py': 'import torch', 'env.tar.gz': packedEnvironment('3.11', 'torch') };

  test('must be the version of the release if the model requires packages of the environment', () => {
    expect(findings(files, ENVIRONMENT)).toEqual([
      'error py.env-python: got env.tar.gz with Python 3.11; that of Triton 24.09 is Python 3.10, which does not find the packages of a different version, ' +
        "such as torch: build the environment with Python 3.10, or put a triton_python_backend_stub of Python 3.11 into the model's folder",
    ]);
    expect(findings({ ...files, 'env.tar.gz': packedEnvironment('3.10', 'torch') }, ENVIRONMENT)).toEqual([]);
    expect(
      findings({ ...files, 'env.tar.gz': packedEnvironment('3.12', 'torch') }, ENVIRONMENT, { tritonRelease: '25.09' }),
    ).toEqual([]);
  });

  test('results in a warning if the model uses no package of the environment, or the version of the release is not confirmed', () => {
    const [finding] = findings({ ...files, '1/model.py': 'import numpy' }, ENVIRONMENT);
    expect(finding).toMatch(/^warning py\.env-python: /);
    // The Python version of this release is not confirmed, so the finding is a warning.
    expect(findings(files, ENVIRONMENT, { tritonRelease: '22.12' })[0]).toMatch(
      /^warning py\.env-python: .*Python 3\.8/,
    );
  });

  test('must be the version of a stub in the model’s folder', () => {
    const stub = Buffer.from('\x7fELF libpython3.11.so.1.0');
    expect(findings({ ...files, triton_python_backend_stub: stub }, ENVIRONMENT)).toEqual([]);
  });

  test('is not checked with a custom image', () => {
    expect(findings(files, ENVIRONMENT, { tritonRelease: '24.09', customImage: true })).toEqual([]);
  });
});

test('the imports of Python code are read without running Python', () => {
  const names = (source: string) =>
    pythonImports(source).map(({ module, names: imported }) => [module, ...imported].join(' '));
  expect(names('import a.b as c, d\nfrom e import (\n  f,  # one\n  g as h,\n)\nimport i; import j')).toEqual([
    'a.b',
    'd',
    'e f g',
    'i',
    'j',
  ]);
  expect(names(`import ${'a, '.repeat(150_000)}a`)).toHaveLength(150_001);
  expect(names("class A:\n  def f(self):\n    from ..k import l\n  x = 'it\\'s'\nimport m")).toEqual(['..k l', 'm']);
});
