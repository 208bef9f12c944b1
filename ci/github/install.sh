#!/usr/bin/env bash
# Installs flagbearer outside the checkout, from the cache if possible, and outputs its path.
set -euo pipefail

folder=$RUNNER_TEMP/flagbearer
# Not --prefer-offline: only the registry knows the current version of a tag. Packages come from the cache.
# Install scripts could read the environment of the job, and no package requires them.
npm install --prefix "$folder" --cache "$RUNNER_TEMP/flagbearer-npm" \
  --ignore-scripts --no-save --no-audit --no-fund "flagbearer@$INPUT_VERSION"
echo "flagbearer=$folder/node_modules/.bin/flagbearer" >>"$GITHUB_OUTPUT"
