/** The largest body that InvokeEndpoint accepts and returns (`BodyBlob`, API model of SageMaker's runtime in botocore 1.44.5). */
export const MAX_BODY_BYTES = 6_291_456;
