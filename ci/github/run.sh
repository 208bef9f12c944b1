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
add_option() { # FLAG VALUE
  if [ -n "$2" ]; then options+=("--$1=$2"); fi
}
add_switch() { # FLAG true, false or nothing
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
add_option_per_line() { # FLAG LINES
  while IFS= read -r line; do add_option "$1" "$line"; done <<<"$2"
}

# Later steps of the job run in $GITHUB_WORKSPACE, so the outputs contain the path from there.
case $INPUT_REPORT_DIR in
  /* | [A-Za-z]:*) folder=$INPUT_REPORT_DIR ;;
  *) folder=$INPUT_WORKING_DIRECTORY/$INPUT_REPORT_DIR ;;
esac

add_option config "$INPUT_CONFIG"
add_option dialect "$INPUT_DIALECT"
add_option report-dir "$INPUT_REPORT_DIR"
add_option seed "$INPUT_SEED"

case $INPUT_COMMAND in
  conform)
    add_option dialect-out "$INPUT_DIALECT_OUT"
    add_option baseline "$INPUT_BASELINE"
    add_option write-baseline "$INPUT_WRITE_BASELINE"
    add_switch strict "$INPUT_STRICT"
    add_switch generate-destinations "$INPUT_GENERATE_DESTINATIONS"
    add_option_per_line only "$INPUT_ONLY"
    add_option_per_line skip "$INPUT_SKIP"
    add_option timeout "$INPUT_TIMEOUT"
    add_option concurrency "$INPUT_CONCURRENCY"
    add_option max-requests "$INPUT_MAX_REQUESTS"
    add_option max-otp-sends "$INPUT_MAX_OTP_SENDS"
    add_option max-duration "$INPUT_MAX_DURATION"
    # Not as options: other users of the machine can see command lines.
    for name in TARGET CLIENT_ID CLIENT_SECRET ACCESS_TOKEN OTP_SOURCE; do
      input=INPUT_$name
      if [ -n "${!input}" ]; then export "FLAGBEARER_$name=${!input}"; fi
    done
    command=(conform "${options[@]}")
    report=$INPUT_REPORT_DIR/report.sarif
    ;;
  exec)
    if [ -z "$INPUT_RUN" ]; then
      echo '::error::The input run is missing. Set it to the command to run, such as npm test.'
      exit 2
    fi
    add_option_per_line scenario "$INPUT_SCENARIO"
    command=(exec "${options[@]}" -- bash -euo pipefail -c "$INPUT_RUN")
    report=$INPUT_REPORT_DIR/client-report.md
    ;;
  *)
    echo "::error::Expected conform or exec for the input command, got another value."
    exit 2
    ;;
esac

# A run with invalid settings writes no report; that of an earlier step is not its result.
rm -f "$report"

status=0
"$FLAGBEARER" "${command[@]}" || status=$?

sarif=
if [ -f "$report" ]; then
  case $INPUT_COMMAND in
    # Its summary and annotations are written by the command itself.
    conform) sarif=$folder/report.sarif ;;
    exec) cat "$report" >>"$GITHUB_STEP_SUMMARY" ;;
  esac
fi

{
  echo "exit-code=$status"
  echo "report-dir=$folder"
  echo "sarif=$sarif"
} >>"$GITHUB_OUTPUT"
exit "$status"
