#!/usr/bin/env bash
# Creates the tag of a release. The tagged commit contains what the main branch does not: the bundle in triton-check/, which the pre-commit hook and
# the GitHub Action run from a checkout. Working tree, index and branch stay as they are.
#   scripts/tag-release.sh <version>
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:?the version, such as 0.1.0}
[ -z "$(git status --porcelain)" ] || { echo "FAILED: commit or remove your changes first" >&2; exit 1; }
npx tsx scripts/triton-check.ts
index=$(mktemp -d)
trap 'rm -rf "$index"' EXIT
export GIT_INDEX_FILE=$index/index
git read-tree HEAD
git add --force triton-check
commit=$(git commit-tree "$(git write-tree)" -p HEAD -m "chore(release): $version, with the bundle of check")
git tag "v$version" "$commit"
echo "v$version is $commit"
