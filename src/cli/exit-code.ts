/** What the process ends with. */
export const exitCode = {
  done: 0,
  /** A check came to its end and found something wrong. */
  findings: 1,
  /** What was given can't be used: an option, a setting, a file, a port, a token. */
  refused: 2,
  /** What was to be asked does not answer. */
  unreachable: 3,
  /** A mistake of flagbearer's own (EX_SOFTWARE of sysexits.h). */
  broken: 70,
} as const;
