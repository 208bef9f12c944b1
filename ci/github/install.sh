#!/usr/bin/env bash
# Installs flagbearer beside the job, from the cache where that has it, and tells where it is.
set -euo pipefail

folder=$RUNNER_TEMP/flagbearer
npm install --prefix "$folder" --cache "$RUNNER_TEMP/flagbearer-npm" --prefer-offline \
  --no-save --no-audit --no-fund "flagbearer@$INPUT_VERSION"
echo "flagbearer=$folder/node_modules/.bin/flagbearer" >>"$GITHUB_OUTPUT"
