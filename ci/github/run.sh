#!/usr/bin/env bash
# Runs flagbearer with the inputs of the action as options. An input that is empty is left out.
set -euo pipefail

# What runs below, such as tests, gets no input through its environment: a secret may be among them.
export -n "${!INPUT_@}" FLAGBEARER

case $INPUT_REPORT_DIR$INPUT_WORKING_DIRECTORY in
  *[$'\n\r']*) # Another line would be another output of the step.
    echo '::error::The inputs report-dir and working-directory must be one line each.'
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
      echo "::error::The input $1 has to be true or false."
      exit 2
      ;;
  esac
}
options_of() { # FLAG LINES
  while IFS= read -r line; do option "$1" "$line"; done <<<"$2"
}

# From the root of the workspace, for the steps that follow.
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
    # Not as options: others on the machine can see its command lines.
    for name in TARGET CLIENT_ID CLIENT_SECRET ACCESS_TOKEN OTP_SOURCE; do
      input=INPUT_$name
      if [ -n "${!input}" ]; then export "FLAGBEARER_$name=${!input}"; fi
    done
    command=(conform "${options[@]}")
    sarif=$folder/report.sarif
    ;;
  exec)
    if [ -z "$INPUT_RUN" ]; then
      echo '::error::The input run is missing: what exec is to run, such as npm test.'
      exit 2
    fi
    options_of scenario "$INPUT_SCENARIO"
    command=(exec "${options[@]}" -- bash -euo pipefail -c "$INPUT_RUN")
    ;;
  *)
    echo "::error::The input command has to be conform or exec."
    exit 2
    ;;
esac

status=0
"$FLAGBEARER" "${command[@]}" || status=$?

# conform writes its own summary and annotations.
report=$INPUT_REPORT_DIR/client-report.md
if [ "$INPUT_COMMAND" = exec ] && [ -f "$report" ]; then cat "$report" >>"$GITHUB_STEP_SUMMARY"; fi

# A run with invalid settings leaves no reports.
if [ ! -f "$INPUT_REPORT_DIR/report.sarif" ]; then sarif=; fi

{
  echo "exit-code=$status"
  echo "report-dir=$folder"
  echo "sarif=$sarif"
} >>"$GITHUB_OUTPUT"
exit "$status"
