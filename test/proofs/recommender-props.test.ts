import { InferenceRecommenderJob } from '../../lib';
import { recommenderProperties } from './props/recommender';
import { proveProperties } from './prove-properties';

jest.setTimeout(240_000);

proveProperties((stack, props) => new InferenceRecommenderJob(stack, 'Benchmark', props), recommenderProperties);
