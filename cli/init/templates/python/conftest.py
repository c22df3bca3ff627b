import os

# CDK's own validation of templates takes seconds, and 'cdk synth' runs it, too. This is set before CDK is imported, since the import starts Node.js.
os.environ["CDK_VALIDATION"] = "false"
