/**
 * Regions that support instance pools: aws-samples/sagemaker-genai-hosting-examples,
 * 03-features/capacity-aware-instance-pool/README.md (commit 826afc6, 2026-05-01, read 2026-11-22).
 */
export const INSTANCE_POOL_REGIONS = [
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-south-1',
  'ap-southeast-1',
  'ap-southeast-2',
  'ap-southeast-3',
  'ca-central-1',
  'eu-central-1',
  'eu-central-2',
  'eu-north-1',
  'eu-west-1',
  'eu-west-2',
  'sa-east-1',
  'us-east-1',
  'us-east-2',
  'us-west-2',
];
