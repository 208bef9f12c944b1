/** What the process ends with. */
export const exitCode = {
  done: 0,
  /** A check came to its end and found something wrong. */
  findings: 1,
  /** Invalid option, setting, file, port or token. */
  refused: 2,
  /** The server is unreachable. */
  unreachable: 3,
  /** Nothing failed, and something could not be tested. */
  incomplete: 4,
  /** A command that was to be run is no program, or is not there: as a shell has it (POSIX). */
  notRunnable: 126,
  notFound: 127,
  /** A mistake of flagbearer's own (EX_SOFTWARE of sysexits.h). */
  broken: 70,
  /** Ctrl-C before the end: 128 and the number of the signal, as a shell tells it. */
  interrupted: 130,
  /** SIGTERM before the end. */
  terminated: 143,
} as const;

export interface ExitCodeMeaning {
  readonly code: number;
  readonly meaning: string;
}

/** The exit codes as help and docs tell of them. */
export const exitCodeMeanings: readonly ExitCodeMeaning[] = [
  { code: exitCode.done, meaning: 'Done; where something was checked, nothing was found.' },
  { code: exitCode.findings, meaning: 'A check came to its end and found something wrong.' },
  {
    code: exitCode.refused,
    meaning: 'Invalid option, setting, file, port or token.',
  },
  { code: exitCode.unreachable, meaning: 'The server is unreachable.' },
  {
    code: exitCode.incomplete,
    meaning: 'Incomplete: nothing failed, and not everything was tested.',
  },
  { code: exitCode.broken, meaning: 'A mistake of flagbearer itself.' },
  { code: exitCode.notRunnable, meaning: 'The command of exec can not be run.' },
  { code: exitCode.notFound, meaning: 'The command of exec is not found.' },
  { code: exitCode.interrupted, meaning: 'Stopped by Ctrl-C before the end.' },
  { code: exitCode.terminated, meaning: 'Stopped by SIGTERM before the end.' },
];
