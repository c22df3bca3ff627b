export { ModelArchive } from './model-archive';
export type { PackedArchive } from './model-archive';
