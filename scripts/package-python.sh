#!/usr/bin/env bash
# Builds the wheel and the source archive into dist/python, from what jsii-pacmak generates and with the tools that .ci/packaging.txt pins. The command
# is scripts/wheel-command.py: that of jsii-pacmak starts the runtime of jsii, which unpacks aws-cdk-lib for each call. Requires a compiled library.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npx tsx scripts/python-examples.ts "$work/examples.json" # otherwise, the docstrings would contain TypeScript
npx jsii-pacmak --target python --code-only --outdir "$work" --rosetta-tablet "$work/examples.json"
cp scripts/wheel-command.py "$work/python/src/cdk_sagemaker_triton/_jsii/bin/cdk-sagemaker-triton"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --requirement .ci/packaging.txt
rm -rf dist/python
"$work/venv/bin/python" -m build --no-isolation --outdir dist/python "$work/python"
"$work/venv/bin/twine" check dist/python/*
