import { InferenceRecommenderJob } from '../../lib';
import { recommenderProperties } from './props/recommender';
import { proveProperties } from './prove-properties';

proveProperties((stack, props) => new InferenceRecommenderJob(stack, 'Benchmark', props), recommenderProperties);
