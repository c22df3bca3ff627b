// CDK's built-in template validation costs seconds in each process; one test of its own runs with it (see strict.test.ts).
process.env.CDK_VALIDATION ??= 'false';
