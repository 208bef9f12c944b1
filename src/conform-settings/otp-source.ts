import type { OtpSource } from '../../conformance/settings.ts';

/** @param text one of the forms that the schema of the settings lets through */
export function otpSourceFrom(text: string): OtpSource {
  if (text === 'inbox' || text === 'prompt') return { kind: text };
  const rest = text.slice(text.indexOf(':') + 1);
  if (text.startsWith('fixed:')) return { kind: 'fixed', code: rest };
  if (text.startsWith('command:')) return { kind: 'command', command: rest.trim() };
  return { kind: 'url', template: text };
}
