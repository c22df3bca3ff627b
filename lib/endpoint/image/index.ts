export { TritonImage } from './triton-image';
export type { PrivateRegistryImageOptions, TritonImageOptions } from './triton-image';
export type { TritonImageConfig } from './image-source';
