#!/usr/bin/env bash
# Runs flagbearer with the inputs of the action as options. Empty inputs are omitted.
set -euo pipefail

# The inputs may contain secrets, so the command below, such as tests, does not inherit them.
export -n "${!INPUT_@}" FLAGBEARER

case $INPUT_REPORT_DIR$INPUT_WORKING_DIRECTORY in
  *[$'\n\r']*) # A second line would become another output of the step.
    echo '::error::Expected one line in each of the inputs report-dir and working-directory, got several.'
    exit 2
    ;;
esac

options=()
option() { # FLAG VALUE
  if [ -n "$2" ]; then options+=("--$1=$2"); fi
}
switch() { # FLAG true, false or nothing
  case $2 in
    true) options+=("--$1") ;;
    false) options+=("--no-$1") ;;
    '') ;;
    *)
      echo "::error::Expected true or false for the input $1, got another value."
      exit 2
      ;;
  esac
}
options_of() { # FLAG LINES
  while IFS= read -r line; do option "$1" "$line"; done <<<"$2"
}

# Relative to the root of the workspace, for the following steps.
case $INPUT_REPORT_DIR in
  /* | [A-Za-z]:*) folder=$INPUT_REPORT_DIR ;;
  *) folder=$INPUT_WORKING_DIRECTORY/$INPUT_REPORT_DIR ;;
esac

option config "$INPUT_CONFIG"
option dialect "$INPUT_DIALECT"
option report-dir "$INPUT_REPORT_DIR"
option seed "$INPUT_SEED"
sarif=

case $INPUT_COMMAND in
  conform)
    option dialect-out "$INPUT_DIALECT_OUT"
    option baseline "$INPUT_BASELINE"
    option write-baseline "$INPUT_WRITE_BASELINE"
    switch strict "$INPUT_STRICT"
    options_of only "$INPUT_ONLY"
    options_of skip "$INPUT_SKIP"
    option timeout "$INPUT_TIMEOUT"
    option concurrency "$INPUT_CONCURRENCY"
    option max-requests "$INPUT_MAX_REQUESTS"
    option max-otp-sends "$INPUT_MAX_OTP_SENDS"
    option max-duration "$INPUT_MAX_DURATION"
    # Not as options: other users of the machine can see command lines.
    for name in TARGET CLIENT_ID CLIENT_SECRET ACCESS_TOKEN OTP_SOURCE; do
      input=INPUT_$name
      if [ -n "${!input}" ]; then export "FLAGBEARER_$name=${!input}"; fi
    done
    command=(conform "${options[@]}")
    sarif=$folder/report.sarif
    ;;
  exec)
    if [ -z "$INPUT_RUN" ]; then
      echo '::error::The input run is missing. Set it to the command to run, such as npm test.'
      exit 2
    fi
    options_of scenario "$INPUT_SCENARIO"
    command=(exec "${options[@]}" -- bash -euo pipefail -c "$INPUT_RUN")
    ;;
  *)
    echo "::error::Expected conform or exec for the input command, got another value."
    exit 2
    ;;
esac

status=0
"$FLAGBEARER" "${command[@]}" || status=$?

# conform writes its own summary and annotations.
report=$INPUT_REPORT_DIR/client-report.md
if [ "$INPUT_COMMAND" = exec ] && [ -f "$report" ]; then cat "$report" >>"$GITHUB_STEP_SUMMARY"; fi

# A run with invalid settings writes no reports.
if [ ! -f "$INPUT_REPORT_DIR/report.sarif" ]; then sarif=; fi

{
  echo "exit-code=$status"
  echo "report-dir=$folder"
  echo "sarif=$sarif"
} >>"$GITHUB_OUTPUT"
exit "$status"
