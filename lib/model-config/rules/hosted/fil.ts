import { ConfigRule } from '../context';
import { isOneOf, onlyFor, parameterRule } from './parameters';

const MODEL_TYPES = ['xgboost', 'xgboost_json', 'xgboost_ubj', 'lightgbm', 'treelite_checkpoint'];

export const filRules: ConfigRule[] = onlyFor('fil', [
  parameterRule('fil.type', 'fil', 'model_type', isOneOf(MODEL_TYPES), MODEL_TYPES.join(', ')),
]);
