export { ModelArchive, PackedArchive } from './model-archive';
