// The only part of the engines that the other parts of an endpoint import. They know files that a deployment builds by the interface
// `BuiltFiles` of the model.
export { bindPools, type ModelPool } from './bind-pools';
export { buildsOf, roleOfBuilds } from './build';
export { type BuildHost, checkBuilds, rejectBuilds } from './check';
