import { shellWord } from '../output/shell-word';
import { Interpreter } from './interpreter';

/** Versions of Python for which NumPy 1 and the newest versions of ONNX Runtime are published (PyPI, 2026-11-28). */
const PYTHON_VERSIONS = ['3.11', '3.12'];

/** The folder of the environment. It is always the same, because a run has only one Python for all libraries. */
const FOLDER = '~/triton-python';

/**
 * The commands that create an environment with these packages for the Python backend of the server, which supports only NumPy 1. Without
 * `numpy<2`, pip would install NumPy 2 with most of the packages.
 */
export function environmentAdvice({ base, version }: Interpreter, packages: string[]): string {
  const python = PYTHON_VERSIONS.includes(version) ? shellWord(base) : 'python3.12';
  const requirements = ['numpy<2', ...packages].map(shellWord);
  return (
    `${python} -m venv --system-site-packages ${FOLDER} && ${FOLDER}/bin/pip install ${requirements.join(' ')}, ` +
    `then --python ${FOLDER}/bin/python`
  );
}
