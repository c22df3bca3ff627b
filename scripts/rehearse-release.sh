#!/usr/bin/env bash
# Releases the committed version to registries on this host with the steps of the release workflow, and uses the packages in new apps in TypeScript
# and Python, without paths into this repository.
#   scripts/rehearse-release.sh [version]
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:-0.1.0}
root=$PWD
work=$(mktemp -d)
servers=()
trap 'kill "${servers[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
step() { printf '\n=== %s (%ss)\n' "$1" "$SECONDS"; }
free_port() { node -e "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })"; }
await() { until curl --silent --fail --output /dev/null "$1"; do sleep 1; done; }
# The single-line `run:` steps of a job of the workflow.
steps_of() { awk -v job="  $1:" '$0 == job { on = 1; next } /^  [a-z]+:$/ { on = 0 } on' .github/workflows/release.yml | sed -n 's/^      - run: //p'; }

step "registries: Verdaccio and pypiserver"
mkdir "$work/npm" && cd "$work/npm"
# Verdaccio depends on node-fetch by a tag that npm mirrors lack.
echo '{ "private": true, "dependencies": { "verdaccio": "6.1.6" }, "overrides": { "node-fetch": "2.7.0" } }' > package.json
npm install --silent --no-audit --no-fund
cat > config.yaml <<END
storage: ./storage
uplinks: { npmjs: { url: '$(npm config get registry)' } }
packages: { 'cdk-sagemaker-triton': &ours { access: \$all, publish: \$all }, 'triton-check': *ours, '**': { access: \$all, proxy: npmjs } }
log: { type: file, path: verdaccio.log, level: warn }
END
npm_port=$(free_port)
npx verdaccio --config config.yaml --listen "127.0.0.1:$npm_port" > verdaccio.out 2>&1 & servers+=($!)
python3 -m venv "$work/pypi"
"$work/pypi/bin/pip" install --quiet --disable-pip-version-check pypiserver==2.4.2 twine==7.0.0
mkdir "$work/pypi/packages"
pypi_port=$(free_port)
"$work/pypi/bin/pypi-server" run --interface 127.0.0.1 --port "$pypi_port" --authenticate . --passwords . "$work/pypi/packages" > "$work/pypi/log" 2>&1 & servers+=($!)
await "http://127.0.0.1:$npm_port/-/ping"
await "http://127.0.0.1:$pypi_port/"

step "job package, on a clone in which the change log and triton-check/ have $version"
git clone --quiet "$root" "$work/checkout"
cd "$work/checkout"
if ! grep -q "^## $version" CHANGELOG.md; then
  sed -i "s/^## Unreleased$/## $version/" CHANGELOG.md
  npm pkg set "version=$version" --prefix triton-check
  git -c user.name=rehearsal -c user.email=rehearsal@localhost commit --quiet --all --message "release $version"
fi
npm ci --ignore-scripts --silent --no-audit --no-fund
GIT_AUTHOR_NAME=rehearsal GIT_AUTHOR_EMAIL=rehearsal@localhost GIT_COMMITTER_NAME=rehearsal GIT_COMMITTER_EMAIL=rehearsal@localhost \
  scripts/tag-release.sh "$version"
mv "$work/checkout" "$work/tagging"
git clone --quiet --branch "v$version" "$work/tagging" "$work/checkout"
cd "$work/checkout"
steps_of package | grep -q '^\.ci/package '
export GITHUB_REF_NAME=v$version
steps_of package | bash -eux -o pipefail > "$work/package.log" 2>&1 || { tail -50 "$work/package.log"; exit 1; }
ls -l dist/js dist/triton-check dist/python

step "job npm"
export npm_config_registry=http://127.0.0.1:$npm_port/
echo "//127.0.0.1:$npm_port/:_authToken=none-is-needed" > "$work/npmrc" # npm requires a token for each registry
export npm_config_userconfig=$work/npmrc
[ "$(steps_of npm | grep -c '^npm publish ')" = 2 ]
steps_of npm | grep '^npm publish ' > "$work/publish.sh"
(cd dist && bash -eux "$work/publish.sh")

step "job pypi: what its action does"
"$work/pypi/bin/twine" upload --repository-url "http://127.0.0.1:$pypi_port/" --username none --password none dist/python/*

step "triton-check, from the registry"
mkdir "$work/empty" && cd "$work/empty"
printf 'backend: "python"\n' > config.pbtxt
npx --yes "triton-check@$version" config.pbtxt

step "init in TypeScript, from the registry"
cp -r "$work/checkout/model-artifacts/image-classifier/onnx" "$work/classifier"
npx --yes --package "cdk-sagemaker-triton@$version" cdk-sagemaker-triton init --model ../classifier --language typescript --output "$work/typescript"
cd "$work/typescript"
# Both apps use a version of aws-cdk-lib that is on npm and on PyPI, because templates differ between versions, and npm has new versions first.
cdk=$(node -p "require('$work/checkout/package.json').devDependencies['aws-cdk-lib']")
npm install --no-audit --no-fund "aws-cdk-lib@$cdk"
npm test
npx cdk synth --quiet
CDK_OUTDIR=ts.out npx tsx app.ts # without the metadata that the CDK CLI adds, as in Python below

step "the README's stack in TypeScript"
copy_model=$(cd "$work/checkout" && npx tsx scripts/markdown-blocks.ts README.md sh 'mkdir models')
bash -euo pipefail -c "${copy_model//<clone>/$work/checkout}"
(cd "$work/checkout" && npx tsx scripts/markdown-blocks.ts README.md ts) > readme.ts
CDK_OUTDIR=readme.out npx tsx readme.ts

step "init in Python, from the registry"
cd "$work/typescript"
npx cdk-sagemaker-triton init --model ../classifier --language python --output "$work/python"
cd "$work/python"
python3 -m venv .venv
# Installed separately from the local index, because pip could choose a package with the same name from PyPI.
.venv/bin/pip install --quiet --disable-pip-version-check --no-deps --index-url "http://127.0.0.1:$pypi_port/simple/" "cdk-sagemaker-triton==$version"
.venv/bin/pip install --quiet --disable-pip-version-check --requirement requirements.txt "aws-cdk-lib==$cdk"
.venv/bin/python -m pytest -q
CDK_OUTDIR=py.out .venv/bin/python app.py
cmp py.out/ClassifierServing.template.json ../typescript/ts.out/ClassifierServing.template.json

step "the README's stack in Python"
cp -r "$work/typescript/models" .
(cd "$work/checkout" && npx tsx scripts/markdown-blocks.ts README.md python) > readme.py
CDK_OUTDIR=readme.out .venv/bin/python readme.py
cmp readme.out/Serving.template.json ../typescript/readme.out/Serving.template.json

step "released $version here, and both languages give the same templates"
