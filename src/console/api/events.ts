/**
 * Yields the data of each server-sent event (HTML, section 9.2), parsed as JSON. EventSource cannot carry the
 * control token.
 */
export async function* readEvents<Data>({ body }: Response): AsyncGenerator<Data, void> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const events = (rest + value).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const [, data] = /^data: (.*)$/m.exec(event) ?? [];
        if (data !== undefined) yield JSON.parse(data) as Data;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
