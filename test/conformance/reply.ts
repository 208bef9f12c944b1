/** A reply as a call would get it, for what only looks at replies. */
import type { Call, Reply } from '../../conformance/target/call.ts';

const call: Call = { operation: null, method: 'POST', path: '/', query: {}, headers: {} };

export function replyWith(about: Partial<Omit<Reply, 'call'>> & { call?: Partial<Call> }): Reply {
  const { status = 200, text = '' } = about;
  return {
    status,
    headers: {},
    text,
    body: parsed(text),
    accepted: status < 300,
    turnedAway: null,
    exchange: { request: { method: 'POST', url: '', headers: {} }, response: null },
    ...about,
    call: { ...call, ...about.call },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
