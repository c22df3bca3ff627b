/** A problem with the Python packages of a model, as one sentence for users. */
export class PythonPackagesError extends Error {}
