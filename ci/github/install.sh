#!/usr/bin/env bash
# Installs flagbearer beside the job, from the cache where that has it, and tells where it is.
set -euo pipefail

folder=$RUNNER_TEMP/flagbearer
# Without --prefer-offline: what a tag means today, the registry alone can tell. Packages come from the cache.
npm install --prefix "$folder" --cache "$RUNNER_TEMP/flagbearer-npm" \
  --no-save --no-audit --no-fund "flagbearer@$INPUT_VERSION"
echo "flagbearer=$folder/node_modules/.bin/flagbearer" >>"$GITHUB_OUTPUT"
