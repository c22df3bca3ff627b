// CDK's built-in template validation costs seconds in each process; one test of its own runs with it (see strict.test.ts).
process.env.CDK_VALIDATION ??= 'false';
// Nobody uploads what a test synthesizes: assets stay where they lie, instead of being copied into each app's folder.
process.env.CDK_CONTEXT_JSON ??= JSON.stringify({ 'aws:cdk:disable-asset-staging': true });
