/** Exit codes of the process. */
export const exitCode = {
  done: 0,
  /** A check found a problem. */
  findings: 1,
  /** Invalid option, setting, file, port or token. */
  refused: 2,
  /** The server is unreachable. */
  unreachable: 3,
  /** Nothing failed, but something could not be tested. */
  incomplete: 4,
  /** A command could not be run, or was not found (as in POSIX shells). */
  notRunnable: 126,
  notFound: 127,
  /** Internal error (EX_SOFTWARE of sysexits.h). */
  broken: 70,
  /** Stopped by Ctrl-C: 128 plus the signal number, as in shells. */
  interrupted: 130,
  /** Stopped by SIGTERM. */
  terminated: 143,
} as const;

/** The exit codes, for help and docs. */
export const exitCodeMeanings = [
  { code: exitCode.done, meaning: 'Success: no problems found.' },
  { code: exitCode.findings, meaning: 'A check found a problem.' },
  { code: exitCode.refused, meaning: 'Invalid option, setting, file, port or token.' },
  { code: exitCode.unreachable, meaning: 'The server is unreachable.' },
  {
    code: exitCode.incomplete,
    meaning: 'Incomplete: nothing failed, but not everything was tested.',
  },
  { code: exitCode.broken, meaning: 'Internal error.' },
  { code: exitCode.notRunnable, meaning: 'exec: the command cannot be run.' },
  { code: exitCode.notFound, meaning: 'exec: the command was not found.' },
  { code: exitCode.interrupted, meaning: 'Interrupted by Ctrl-C.' },
  { code: exitCode.terminated, meaning: 'Terminated by SIGTERM.' },
];
