export interface Progress {
  /** Reports `12 of 20 users checked`, or `reading big.json` without numbers. */
  update(task: string, done?: number, total?: number): void;
  end(): void;
}
