import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { ValidateOptions } from '../../lib/model-config';
import { TritonModel } from '../../lib/model';
import { pythonImports } from '../../lib/model/readers/python-imports';
import { folderWith } from './folders';

const ENVIRONMENT =
  'parameters { key: "EXECUTION_ENV_PATH" value { string_value: "$$TRITON_MODEL_DIRECTORY/env.tar.gz" } }';
const UNPACKED = ENVIRONMENT.replace('env.tar.gz', 'env');

/** What the two rules find in a Python model of these files. */
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

/** An environment as conda-pack makes it. */
function packed(python: string, ...packages: string[]): Buffer {
  const names = ['os.py', ...packages.map((name) => `site-packages/${name}/__init__.py`)];
  const folder = folderWith(Object.fromEntries(names.map((name) => [`lib/python${python}/${name}`, ''])));
  spawnSync('tar', ['-czf', 'env.tar.gz', 'lib'], { cwd: folder });
  return fs.readFileSync(path.join(folder, 'env.tar.gz'));
}

describe('imports of a Python model', () => {
  test('that the image does not have are named, with the file', () => {
    const code =
      'import json, numpy as np\nimport cv2\nfrom torch.nn import functional\nimport triton_python_backend_utils as pb_utils';
    expect(findings({ '1/model.py': code })).toEqual([
      'warning py.import: 1/model.py imports cv2, torch, which the image of Triton 24.09 does not have: pack an environment of Python 3.10 that has it, ' +
        "put it into the model's folder and name it in the parameter EXECUTION_ENV_PATH ($$TRITON_MODEL_DIRECTORY/<file>), or use your own image",
    ]);
  });

  test('are followed into the files of the folder', () => {
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
        .map((each) => /\S+ imports \w+/.exec(each)?.[0])
        .sort(),
    ).toEqual([
      '1/model.py imports transformers',
      '1/near.py imports near_package',
      '1/search.py imports sentencepiece',
      'lib/sibling.py imports kaldi',
    ]);
  });

  test('follow the release', () => {
    expect(findings({ '1/model.py': 'import distutils, imp' })).toEqual([]);
    expect(findings({ '1/model.py': 'import imp' }, '', { tritonRelease: '26.05' })).toHaveLength(1);
    expect(findings({ '1/model.py': 'import fastapi, scipy' }, '', { tritonRelease: '26.05' })).toEqual([]);
    expect(findings({ '1/model.py': 'import scipy' }, '', { tritonRelease: '25.09' })).toHaveLength(1);
  });

  test.each([
    ['that are tried', 'try:\n  import cv2\nexcept ImportError:\n  cv2 = None'],
    ['for types only', 'if TYPE_CHECKING:\n    import torch\n'],
    ['in text and comments', '"""\nimport torch\n"""\n# import cv2\nx = "import jax"'],
    ['of what the code installs', "import subprocess\nsubprocess.run(['pip', 'install', 'torch'])\nimport torch"],
    [
      'of folders that the code puts into the path',
      'import sys\nsys.path.append("/opt/ml/model/m/vendor")\nimport vendored',
    ],
  ])('%s are no finding', (_, code) => {
    expect(findings({ '1/model.py': code, 'vendor/vendored.py': 'x' })).toEqual([]);
  });

  test('are not held against an image of your own, or an unknown one', () => {
    const files = { '1/model.py': 'import torch' };
    expect(findings(files, '', { tritonRelease: '24.09', customImage: true })).toEqual([]);
    expect(findings(files, '', {})).toEqual([]);
  });

  test('are held against the environment that the model brings along', () => {
    const files = { '1/model.py': 'import torch, cv2', 'env.tar.gz': packed('3.10', 'numpy', 'torch') };
    expect(findings(files, ENVIRONMENT)).toEqual([
      'warning py.import: 1/model.py imports cv2, which the environment env.tar.gz does not have: add it there',
    ]);
    const unpacked = { '1/model.py': 'import torch, cv2', 'env/lib/python3.10/site-packages/cv2/__init__.py': 'x' };
    expect(findings(unpacked, UNPACKED)).toEqual([
      expect.stringContaining('imports torch, which the environment env '),
    ]);
  });

  test('cannot be held against what is no archive', () => {
    expect(findings({ '1/model.py': 'import torch', 'env.tar.gz': 'no archive' }, ENVIRONMENT)).toEqual([]);
  });
});

describe('the Python of an environment', () => {
  const files = { '1/model.py': 'import torch', 'env.tar.gz': packed('3.11', 'torch') };

  test('has to be that of the release where the model needs its packages', () => {
    expect(findings(files, ENVIRONMENT)).toEqual([
      'error py.env-python: got env.tar.gz with Python 3.11; that of Triton 24.09 is Python 3.10, which does not find the packages of a different version, ' +
        "such as torch: build the environment with Python 3.10, or put a triton_python_backend_stub of Python 3.11 into the model's folder",
    ]);
    expect(findings({ ...files, 'env.tar.gz': packed('3.10', 'torch') }, ENVIRONMENT)).toEqual([]);
    expect(
      findings({ ...files, 'env.tar.gz': packed('3.12', 'torch') }, ENVIRONMENT, { tritonRelease: '25.09' }),
    ).toEqual([]);
  });

  test('is only advice where the server would load the model all the same', () => {
    const [finding] = findings({ ...files, '1/model.py': 'import numpy' }, ENVIRONMENT);
    expect(finding).toMatch(/^warning py\.env-python: /);
    // The Python of this release is not confirmed.
    expect(findings(files, ENVIRONMENT, { tritonRelease: '22.12' })[0]).toMatch(
      /^warning py\.env-python: .*Python 3\.8/,
    );
  });

  test('is that of a stub which the model brings along', () => {
    const stub = Buffer.from('\x7fELF libpython3.11.so.1.0');
    expect(findings({ ...files, triton_python_backend_stub: stub }, ENVIRONMENT)).toEqual([]);
  });

  test('is not known of your own image', () => {
    expect(findings(files, ENVIRONMENT, { tritonRelease: '24.09', customImage: true })).toEqual([]);
  });
});

test('imports are read without Python', () => {
  const names = (source: string) =>
    pythonImports(source).map(({ module, names: taken }) => [module, ...taken].join(' '));
  expect(names('import a.b as c, d\nfrom e import (\n  f,  # one\n  g as h,\n)\nimport i; import j')).toEqual([
    'a.b',
    'd',
    'e f g',
    'i',
  ]);
  expect(names("class A:\n  def f(self):\n    from ..k import l\n  x = 'it\\'s'\nimport m")).toEqual(['..k l', 'm']);
});
