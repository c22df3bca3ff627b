import os

# CDK's own validation of templates takes seconds, and 'cdk synth' runs it, too. Before CDK is imported: Node.js starts with it.
os.environ["CDK_VALIDATION"] = "false"
