export { ModelArchive, type PackedArchive } from './model-archive';
