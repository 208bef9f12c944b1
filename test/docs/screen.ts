/** The output of a terminal since the start of the last block of commands. */
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
   * Resolves when a condition on the output is true.
   *
   * @param timeout in milliseconds
   * @throws Error with the output, after the timeout
   */
  async waitUntil(condition: () => boolean, timeout: number): Promise<void> {
    if (condition()) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`Timeout after this output:\n${this.#text}`));
      }, timeout);
      this.#onText = () => {
        if (!condition()) return;
        clearTimeout(timer);
        this.#onText = () => undefined;
        resolve();
      };
    });
  }
}
