import { useState } from 'preact/hooks';
import { control, readBody } from '../api/control.ts';
import type { Schemas, InboxMessage } from '../api/schemas.ts';
import { Segments, CopyableCode } from '../parts/button.tsx';
import { Choice, toOptions, TextField } from '../parts/form.tsx';
import { EmptyState, Loaded } from '../parts/panel.tsx';
import { ClientChoice } from '../parts/service-choices.tsx';
import { useResource } from '../state/live.ts';
import { goTo, route } from '../state/route.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { shortenId } from '../users/user-names.ts';
import {
  CHANNELS,
  createWalletAuthenticateRequest,
  createStartRequest,
  listWalletVariants,
  type Caller,
  createCodeAuthenticateRequest,
  createSendRequest,
  type Channel,
  send,
  getText,
  type Exchange,
} from './requests.ts';
import { Step, UserStep } from './step.tsx';

const METHODS = [
  { value: 'wallet', text: 'Crypto wallet' },
  { value: 'sms', text: 'SMS' },
  { value: 'email', text: 'Email' },
] as const;

export function TryView() {
  const { clients, dialect } = useFacts();
  const [clientId, setClientId] = useState<string>();
  // The chosen client can be missing after another scenario was loaded.
  const client = clients.find(({ id }) => id === clientId) ?? clients[0];
  const { value: selected } = METHODS.find(({ value }) => value === route.value.item) ?? METHODS[0];
  if (client === undefined)
    return <EmptyState icon="try" title="The workspace has no client applications" />;
  const caller = { client, dialect };
  return (
    <>
      <div class="form-row">
        <ClientChoice label="As the client application" value={client.id} onChange={setClientId} />
      </div>
      <Segments
        label="Sign-in method"
        options={METHODS}
        selected={selected}
        onSelect={(item) => goTo({ view: 'try', item })}
      />
      {selected === 'wallet' ? (
        <WalletFlow key={client.id} caller={caller} />
      ) : (
        <CodeFlow key={`${client.id} ${selected}`} channel={selected} caller={caller} />
      )}
    </>
  );
}

const SIGNATURES: readonly { value: Schemas['SignatureFault'] | 'correct'; text: string }[] = [
  { value: 'correct', text: 'correctly' },
  { value: 'wrongKey', text: 'with a wrong key' },
  { value: 'wrongMessage', text: 'another text' },
  { value: 'malformed', text: 'with a truncated signature' },
  { value: 'highS', text: 'with a high s' },
  { value: 'otherChain', text: 'for another chain' },
];

/** Signs in with a test wallet: start, sign, authenticate (§5.3). */
function WalletFlow({ caller }: { caller: Caller }) {
  const wallets = useResource((signal) => readBody(control.value.GET('/wallets', { signal })));
  return (
    <Loaded resource={wallets}>
      {({ items }) => (
        <WalletSteps caller={caller} addresses={items.map(({ address }) => address)} />
      )}
    </Loaded>
  );
}

function WalletSteps({ caller, addresses }: { caller: Caller; addresses: readonly string[] }) {
  const { baseUrl, dialect } = useFacts();
  const variants = listWalletVariants(dialect);
  const [address, setAddress] = useState(addresses[0] ?? '');
  const [variant, setVariant] = useState(variants[0] ?? '');
  const [signatureType, setSignatureType] =
    useState<(typeof SIGNATURES)[number]['value']>('correct');
  const [startExchange, setStartExchange] = useState<Exchange>();
  const [signature, setSignature] = useState('');
  const [signInExchange, setSignInExchange] = useState<Exchange>();
  const wallet = { address, variant };
  const challenge = getText(startExchange, 'challenge');

  async function start() {
    setSignature('');
    setSignInExchange(undefined);
    setStartExchange(await send(baseUrl, createStartRequest(caller, wallet)));
  }

  async function sign() {
    const params = { path: { address } };
    const body = {
      message: challenge,
      ...(signatureType !== 'correct' && { fault: signatureType }),
    };
    const result = await readBody(control.value.POST('/wallets/{address}:sign', { params, body }));
    setSignature(result.signature);
  }

  async function authenticate() {
    setSignInExchange(
      await send(baseUrl, createWalletAuthenticateRequest(caller, wallet, signature)),
    );
  }

  return (
    <>
      <Step
        title="Request a challenge"
        clause="4.1"
        runLabel="Start"
        onRun={start}
        exchange={startExchange}
      >
        <Choice
          label="Test wallet"
          value={address}
          options={addresses.map((value, index) => ({
            value,
            text: `wallet ${index}, ${shortenId(value)}`,
          }))}
          onChange={setAddress}
        />
        <Choice
          label="Wallet field"
          value={variant}
          options={toOptions(variants)}
          onChange={setVariant}
        />
      </Step>
      <Step
        title="Sign the challenge"
        clause="5.3"
        runLabel="Sign"
        onRun={sign}
        unavailableReason={challenge === '' ? 'There is no challenge to sign yet.' : undefined}
      >
        <Choice
          label="The wallet signs"
          value={signatureType}
          options={SIGNATURES}
          onChange={setSignatureType}
        />
        {signature !== '' && (
          <p class="grow">
            <CopyableCode text={signature} what="the signature" />
          </p>
        )}
      </Step>
      <Step
        title="Authenticate"
        clause="4.2"
        onRun={authenticate}
        unavailableReason={signature === '' ? 'There is no signature yet.' : undefined}
        exchange={signInExchange}
      />
      <UserStep caller={caller} signInExchange={signInExchange} />
    </>
  );
}

/** Signs in with a one-time password: send, read the inbox, authenticate (§5.4, §5.5). */
function CodeFlow({ channel, caller }: { channel: Channel; caller: Caller }) {
  const { baseUrl } = useFacts();
  const texts = CHANNELS[channel];
  const [to, setTo] = useState<string>(texts.example);
  const [sendExchange, setSendExchange] = useState<Exchange>();
  const [message, setMessage] = useState<InboxMessage>();
  const [code, setCode] = useState('');
  const [signInExchange, setSignInExchange] = useState<Exchange>();
  const wasSent = sendExchange !== undefined && sendExchange.response.status < 300;

  async function sendOtp() {
    setMessage(undefined);
    setCode('');
    setSignInExchange(undefined);
    setSendExchange(await send(baseUrl, createSendRequest(caller, channel, to.trim())));
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
    setSignInExchange(
      await send(baseUrl, createCodeAuthenticateRequest(caller, channel, submission)),
    );
  }

  return (
    <>
      <Step
        title="Send a one-time password"
        clause={texts.sendClause}
        runLabel="Send"
        onRun={sendOtp}
        exchange={sendExchange}
      >
        <TextField label={texts.label} value={to} onInput={setTo} required />
      </Step>
      <Step
        title="Read the code in the inbox"
        runLabel="Check the inbox"
        onRun={readInbox}
        unavailableReason={wasSent ? undefined : 'No one-time password was sent yet.'}
      >
        {message !== undefined && (
          <TextField
            label="One-time password"
            value={code}
            onInput={setCode}
            mono
            hint="Change the digits to try a wrong code."
          />
        )}
      </Step>
      <Step
        title="Authenticate"
        clause={texts.authenticateClause}
        onRun={authenticate}
        unavailableReason={message === undefined ? 'There is no one-time password yet.' : undefined}
        exchange={signInExchange}
      />
      <UserStep caller={caller} signInExchange={signInExchange} />
    </>
  );
}
