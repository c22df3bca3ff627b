export type { TritonImageOptions } from './triton-image-options';
export { TritonImage } from './triton-image';
