/** What the process ends with. */
export const exitCode = {
  done: 0,
  /** A check came to its end and found something wrong. */
  findings: 1,
  /** What was given can't be used: an option, a setting, a file, a port, a token. */
  refused: 2,
  /** What was to be asked does not answer. */
  unreachable: 3,
  /** Nothing could be looked at, so that nothing is known. */
  inconclusive: 4,
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
