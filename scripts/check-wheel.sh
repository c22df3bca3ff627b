#!/usr/bin/env bash
# Installs the built wheel and the CDK CLI into a new folder with the install command of the README, and runs the README's Python stack. Its template
# must equal the template of the README's TypeScript stack, which uses the compiled library. The templates of the apps that `init` and `import` write
# must be equal, too. Then checks the types of these apps and of all Python examples with pyright and the settings of docs/python.md, and evaluates the values
# on that page.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CDK_VALIDATION=false

export PIP_QUIET=1 PIP_DISABLE_PIP_VERSION_CHECK=1
mkdir "$work/readme"
npx tsx scripts/markdown-blocks.ts README.md python > "$work/readme/app.py"
install=$(sed -n 's/ *# for Python$//p' README.md) # the command that installs the package, and the command that writes cdk.json
copy_model=$(npx tsx scripts/markdown-blocks.ts README.md sh 'mkdir models')
(
  cd "$work/readme"
  bash -euo pipefail -c "${install//<clone>/$OLDPWD}"
  bash -euo pipefail -c "${copy_model//<clone>/$OLDPWD}"
  npx cdk synth --quiet # with the latest CLI of the registry
  CDK_OUTDIR=../python.out .venv/bin/python app.py # without the metadata that the CLI adds
)
python=$work/readme/.venv/bin/python

# The command of the wheel: no runtime of jsii, which would need many times the CPU time, and a command that loads aws-cdk-lib
command=$work/readme/.venv/bin/cdk-sagemaker-triton
cpu_seconds() { local TIMEFORMAT='%U %S'; { time "$@" > /dev/null; } 2>&1 | awk '{ print $1 + $2 }'; }
"$command" --version # unpacks it
awk -v python="$(cpu_seconds "$command" --version)" -v node="$(cpu_seconds node assets/cli/index.js --version)" \
  'BEGIN { print "CPU time of the command of the wheel, over that of Node.js alone:", python / node; exit python > 6 * node }'
JSII_RUNTIME_PACKAGE_CACHE=enabled "$command" trace make steps --step 50=2 --out "$work/trace.csv"

mkdir "$work/node_modules"
for package in aws-cdk-lib constructs; do ln -s "$PWD/node_modules/$package" "$work/node_modules/$package"; done
ln -s "$PWD" "$work/node_modules/cdk-sagemaker-triton"
npx tsx scripts/markdown-blocks.ts README.md ts > "$work/app.ts"
tsx=$PWD/node_modules/.bin/tsx
cp -r "$work/readme/models" "$work/models"
(cd "$work" && CDK_OUTDIR=ts.out "$tsx" app.ts)

# Runs the code of the examples with the files of the repository that the code refers to. esbuild bundles a function from a handler
# that imports the package by its name, in a project with a lockfile.
ln -s "$PWD/model-artifacts" "$work/model-artifacts"
for handler in docs/examples/*-handler.ts; do
  example=$(basename "$handler" -handler.ts)
  mkdir -p "$work/bin/$example"
  cp "$handler" "$work/bin/$example/handler.ts"
done
ln -s "$PWD/node_modules/esbuild" "$work/node_modules/esbuild"
echo '{}' > "$work/package-lock.json"
export PATH="$PWD/node_modules/.bin:$PATH"
mkdir "$work/typed"
for app in docs/examples/*.py; do
  example=$(basename "$app" .py)
  cp "docs/examples/$example.ts" "$work/example.ts"
  cp "$app" "$work/example.py"
  cp "$app" "$work/typed/${example//-/_}_example.py"
  (cd "$work" && CDK_OUTDIR=example-ts.out "$tsx" example.ts && CDK_OUTDIR=example-python.out "$python" example.py)
  for template in "$work"/example-ts.out/*.template.json; do
    cmp "$template" "$work/example-python.out/$(basename "$template")"
  done
  rm -r "$work"/example-*.out
done

# The apps of the tutorial, with another model in place of the one that the page trains
cp model-artifacts/image-classifier/onnx/1/model.onnx "$work/models/circle.onnx"
npx tsx scripts/markdown-blocks.ts docs/tutorial.md ts > "$work/tutorial.ts"
awk '/^# app.py$/ { on = 1 } /^```$/ { on = 0 } on' docs/tutorial.md > "$work/tutorial.py"
cp "$work/tutorial.py" "$work/typed/tutorial_app.py"
(cd "$work" && CDK_OUTDIR=tutorial-ts.out "$tsx" tutorial.ts && CDK_OUTDIR=tutorial-python.out "$python" tutorial.py)
cmp "$work/tutorial-python.out/CircleServing.template.json" "$work/tutorial-ts.out/CircleServing.template.json"

for language in typescript python; do
  node assets/cli/index.js init --model model-artifacts/image-classifier/onnx --language "$language" --output "$work/$language"
done
(cd "$work/typescript" && CDK_OUTDIR="$work/init-ts.out" "$tsx" app.ts)
(cd "$work/python" && CDK_OUTDIR="$work/init-python.out" "$python" app.py)
cmp "$work/init-python.out/OnnxServing.template.json" "$work/init-ts.out/OnnxServing.template.json"

# The apps that import writes
for language in typescript python; do
  node assets/cli/index.js import --description test/cli/import/saved --language "$language" --output "$work/import-$language"
done
(cd "$work/import-typescript" && CDK_OUTDIR="$work/import-ts.out" "$tsx" app.ts)
(cd "$work/import-python" && CDK_OUTDIR="$work/import-python.out" "$python" app.py)
cmp "$work/import-python.out/ShopStack.template.json" "$work/import-ts.out/ShopStack.template.json"

"$work/readme/.venv/bin/pip" install numpy pytest # for the values on the page, and the tests that init writes
"$python" scripts/wheel-values.py
"$python" scripts/wheel-examples.py "$work/typed"
cp "$work/readme/app.py" "$work/typed/readme_app.py"
cp "$work/python/"*.py "$work/typed/"
cp -r "$work/import-python" "$work/typed/imported"
ln -s "$work/readme/.venv" "$work/typed/.venv"
npx tsx scripts/markdown-blocks.ts docs/python.md toml > "$work/typed/pyproject.toml"
npx --yes pyright@1.1.414 --project "$work/typed" --level error

cmp "$work/python.out/Serving.template.json" "$work/ts.out/Serving.template.json"
echo "The templates of the Python stacks are byte-equal to the TypeScript ones, and all Python has right names."
