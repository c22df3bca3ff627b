/** Whether a folder in a model's folder contains a version of the model: the name of such a folder is a number. */
export function isVersionFolder(name: string): boolean {
  return /^\d+$/.test(name);
}
