/** Context key of an app or a part of an app that selects where a deployment finds the large files of models. */
export const ASSET_STAGING_KEY = 'cdk-sagemaker-triton:assetStaging';

/** Advice for error messages: how to copy all files into the cloud assembly. */
export const COPY_FILES_ADVICE = `set the context key '${ASSET_STAGING_KEY}' to 'copy'`;
