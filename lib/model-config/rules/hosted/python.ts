import { ConfigRule } from '../context';
import { isOneOf, onlyFor, parameterRule } from './parameters';

export const pythonRules: ConfigRule[] = onlyFor('python', [
  parameterRule('py.force-cpu', 'python', 'FORCE_CPU_ONLY_INPUT_TENSORS', isOneOf(['yes', 'no']), "'yes' and 'no'"),
]);
