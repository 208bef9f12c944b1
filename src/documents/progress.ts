/** Receives the progress of long work. */
export interface Progress {
  /**
   * @param what `users checked`, or `reading big.json` without numbers
   * @param done how many are done
   * @param of how many there are
   */
  update(what: string, done?: number, of?: number): void;
  end(): void;
}
