import { useState } from 'preact/hooks';

import { control, readBody } from '../api/control.ts';
import type { InboxMessage } from '../api/schemas.ts';
import { TextField } from '../parts/form.tsx';
import { useFacts } from '../state/workspace-facts.ts';
import { send, type Exchange } from './exchange.ts';
import { authenticateCode, sendCode, type Channel, type Caller } from './requests.ts';
import { Step, UserStep } from './step.tsx';

const WORDS = {
  sms: { label: 'Phone number', first: '+12025550106', send: '4.4', authenticate: '4.5' },
  email: { label: 'Email address', first: 'gina@example.test', send: '4.6', authenticate: '4.7' },
} as const;

/** Signs in with a code: sends it, reads it in the inbox, authenticates with it (§5.4, §5.5). */
export function CodeFlow({ channel, caller }: { channel: Channel; caller: Caller }) {
  const { baseUrl } = useFacts();
  const texts = WORDS[channel];
  const [to, setTo] = useState<string>(texts.first);
  const [sent, setSent] = useState<Exchange>();
  const [message, setMessage] = useState<InboxMessage>();
  const [code, setCode] = useState('');
  const [authenticated, setAuthenticated] = useState<Exchange>();
  const wasSent = sent !== undefined && sent.response.status < 300;

  async function sendOtp() {
    setMessage(undefined);
    setCode('');
    setAuthenticated(undefined);
    setSent(await send(baseUrl, sendCode(caller, channel, to.trim())));
  }

  async function readInbox() {
    const query = { channel, to: to.trim(), wait: 'PT5S' };
    const { items } = await readBody(control.value.GET('/inbox', { params: { query } }));
    const newest = items.at(-1);
    if (newest === undefined) throw new Error('The inbox has no message to this destination.');
    setMessage(newest);
    setCode(newest.code);
  }

  async function authenticate() {
    if (message === undefined) return;
    const submission = { to: to.trim(), recordId: message.recordId, code: code.trim() };
    setAuthenticated(await send(baseUrl, authenticateCode(caller, channel, submission)));
  }

  return (
    <>
      <Step
        title="Send a one-time password"
        clause={texts.send}
        run="Send"
        onRun={sendOtp}
        exchange={sent}
      >
        <TextField label={texts.label} value={to} onInput={setTo} required />
      </Step>
      <Step
        title="Find it in the inbox"
        run="Check the inbox"
        onRun={readInbox}
        waitsFor={wasSent ? undefined : 'Nothing was sent yet.'}
      >
        {message !== undefined && (
          <TextField
            label="One-time password"
            value={code}
            onInput={setCode}
            mono
            hint="Change it to try a wrong code."
          />
        )}
      </Step>
      <Step
        title="Authenticate"
        clause={texts.authenticate}
        onRun={authenticate}
        waitsFor={message === undefined ? 'There is no one-time password yet.' : undefined}
        exchange={authenticated}
      />
      <UserStep caller={caller} authenticated={authenticated} />
    </>
  );
}
