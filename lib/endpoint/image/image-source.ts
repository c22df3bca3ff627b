import { Construct } from 'constructs';

/** Where an image lies, once the region is known. */
export interface BoundImage {
  readonly uri: string;
  /** The repository that the execution role may pull from; undefined where the image's name does not tell it. */
  readonly repositoryArn?: string;
}

/** A place that an image comes from. */
export interface ImageSource {
  bind(scope: Construct): BoundImage;
  /** Regions in which the image is published; undefined when that is not limited. */
  readonly regions?: string[];
  /** The image's name as it was given; undefined when it is made here. */
  readonly uri?: string;
}
