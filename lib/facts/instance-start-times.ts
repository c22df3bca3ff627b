import { instanceFacts } from './instance-facts';

/** Seconds from a scaling activity until the new instances serve requests. */
export interface StartTimes {
  readonly shortest: number;
  readonly usual: number;
  readonly longest: number;
}

/**
 * Published observations, read 2026-11-26. Shortest and usual: AWS Machine Learning blog, "Introducing container caching in Amazon SageMaker
 * AI" (2026-06-16): 134 to 525 s on g4dn, g5 and g6. Measured start on ml.g5.xlarge: 213 s until in service, 260 s until the latency
 * recovered (aws-samples/sample-kokoro-tts-for-ai-agents, 8a6a254c). Longest: ray-project/ray, video-indexing tutorial: 589 s until 4
 * instances of ml.g4dn.xlarge served.
 */
const WITH_GPU: StartTimes = { shortest: 134, usual: 350, longest: 590 };

/**
 * Published observations, read 2026-11-26. Shortest and usual: ml.m5.large, 3 to 5 minutes (toreydai/global-sagemaker-quickstart, demo08,
 * 0be01331). Longest: a load test of 2020 with 14 minutes from the threshold to the new instance, of which 4 are the alarm
 * (DSBA-6190-Final-Project-Team/DSBA-6190_Final-Project).
 */
const WITHOUT_GPU: StartTimes = { shortest: 180, usual: 240, longest: 600 };

/** The start times of an instance type. Types that are in no table have the times of instances with a GPU. */
export function startTimesOf(instanceType: string): StartTimes {
  return instanceFacts(instanceType)?.gpuCount === 0 ? WITHOUT_GPU : WITH_GPU;
}
