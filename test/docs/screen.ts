/** What a terminal has printed since the last command was typed. */
export class Screen {
  #text = '';
  #onText: () => void = () => undefined;

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    this.#text = text;
  }

  print(text: string): void {
    this.#text += text;
    this.#onText();
  }

  /**
   * Waits until something holds of what was printed.
   *
   * @param patience in milliseconds
   * @throws Error with what was printed, where it never does
   */
  async waitUntil(holds: () => boolean, patience: number): Promise<void> {
    if (holds()) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`Nothing more came after:\n${this.#text}`));
      }, patience);
      this.#onText = () => {
        if (!holds()) return;
        clearTimeout(timer);
        this.#onText = () => undefined;
        resolve();
      };
    });
  }
}
