import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Input, Output } from './host.ts';

export interface Terminal {
  readonly input: Input;
  readonly output: Output;
  /** Clears the progress line before the question. */
  pause(): void;
  readonly signal: AbortSignal;
}

/**
 * Returns a function that prompts on the terminal, one question at a time. It resolves to an empty text if
 * the input ends or the run is stopped.
 */
export function asking(terminal: Terminal): (question: string) => Promise<string> {
  let before: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = before.then(() => ask(question, terminal));
    before = answer;
    return answer;
  };
}

async function ask(question: string, { input, output, pause, signal }: Terminal): Promise<string> {
  if (signal.aborted) return '';
  pause();
  output.write(`${question.trimEnd()} `);
  // Line by line, as the terminal hands it over: Ctrl-C stays a signal.
  const lines = createInterface({ input, terminal: false });
  const close = (): void => lines.close();
  signal.addEventListener('abort', close);
  try {
    let typed = '';
    lines.once('line', (line) => {
      typed = line;
      close();
    });
    await once(lines, 'close');
    return typed.trim();
  } finally {
    signal.removeEventListener('abort', close);
  }
}
