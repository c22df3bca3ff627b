import { Cause } from './cause';

/** Symptoms: failures whose texts do not indicate a cause. They are reported only if no known cause is found. */
export const SYMPTOMS: Cause[] = [
  {
    id: 'model-load',
    title: 'A model did not load',
    meaning: 'Triton could not load a model, and no line contains a known cause.',
    remedy: "Look for the first line of the server's log that begins with E: it has the error of the backend.",
    texts: [
      'failed to load',
      'load failed for model',
      'poll failed for model directory',
      'UNAVAILABLE: ',
      'unable to create TensorRT',
    ],
  },
  {
    id: 'ping',
    title: 'The container did not pass the health check in time',
    meaning:
      'SageMaker sends requests to /ping until the model is loaded; the container stopped, or took longer than the timeout.',
    remedy:
      "If the container's log has no error, the model loads too slowly: raise the timeout for the start (at most an hour). If the endpoint has no log, the container hangs before the server starts, which a GPU driver that is too old causes, or the endpoint's role does not allow to write the log.",
    rule: 'sm.health-timeout',
    texts: [
      'did not pass the ping health check',
      'GET /ping HTTP/1.1" 4',
      'GET /ping HTTP/1.1" 5',
      'failed ping',
      'upstream timed out … /ping',
    ],
  },
];
