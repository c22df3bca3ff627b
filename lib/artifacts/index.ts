export { ModelArchive } from './model-archive';
export type { PackedArchive } from './model-archive';
export { AssetStaging, Packaging } from './packaging';
