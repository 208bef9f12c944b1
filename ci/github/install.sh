#!/usr/bin/env bash
# Installs flagbearer beside the job, from the cache where that has it, and tells where it is.
set -euo pipefail

folder=$RUNNER_TEMP/flagbearer
# Without --prefer-offline: what a tag means today, the registry alone can tell. Packages come from the cache.
# No package needs its install scripts, which would see the environment of the job.
npm install --prefix "$folder" --cache "$RUNNER_TEMP/flagbearer-npm" \
  --ignore-scripts --no-save --no-audit --no-fund "flagbearer@$INPUT_VERSION"
echo "flagbearer=$folder/node_modules/.bin/flagbearer" >>"$GITHUB_OUTPUT"
