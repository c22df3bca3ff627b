export { ModelArchive } from './model-archive';
export { AssetStaging, Packaging } from './packaging';
