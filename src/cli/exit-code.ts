/** What the process ends with. */
export const exitCode = {
  done: 0,
  /** What was given can't be used: an option, a setting, a file, a port. */
  refused: 2,
  /** A mistake of flagbearer's own (EX_SOFTWARE of sysexits.h). */
  broken: 70,
} as const;
