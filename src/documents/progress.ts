export interface Progress {
  /** Reports `12 of 20 users checked` for `('users checked', 12, 20)`; without numbers, only the task. */
  update(task: string, done?: number, total?: number): void;
  end(): void;
}
