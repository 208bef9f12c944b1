import { useState } from 'preact/hooks';

import { control, readBody } from '../api/control.ts';
import type { Schemas } from '../api/schemas.ts';
import { CopyableCode } from '../parts/button.tsx';
import { Choice, toOptions } from '../parts/form.tsx';
import { Loaded } from '../parts/panel.tsx';
import { useResource } from '../state/live.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { shortenAddress } from '../users/user-names.ts';
import { send, getText, type Exchange } from './exchange.ts';
import { authenticateWallet, startWallet, listWalletVariants, type Caller } from './requests.ts';
import { Step, UserStep } from './step.tsx';

const SIGNATURES: readonly { value: Schemas['SignatureFault'] | 'right'; text: string }[] = [
  { value: 'right', text: 'correctly' },
  { value: 'wrongKey', text: 'with a wrong key' },
  { value: 'wrongMessage', text: 'another text' },
  { value: 'malformed', text: 'truncated' },
  { value: 'highS', text: 'with a high s' },
  { value: 'otherChain', text: 'for another chain' },
];

/** §5.3: start, sign, authenticate, with a wallet whose key is public. */
export function WalletFlow({ caller }: { caller: Caller }) {
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
  const [signing, setSigning] = useState<(typeof SIGNATURES)[number]['value']>('right');
  const [started, setStarted] = useState<Exchange>();
  const [signature, setSignature] = useState('');
  const [authenticated, setAuthenticated] = useState<Exchange>();
  const wallet = { address, variant };
  const challenge = getText(started, 'challenge');

  async function start() {
    setSignature('');
    setAuthenticated(undefined);
    setStarted(await send(baseUrl, startWallet(caller, wallet)));
  }

  async function sign() {
    const params = { path: { address } };
    const body = { message: challenge, ...(signing !== 'right' && { fault: signing }) };
    const signed = await readBody(control.value.POST('/wallets/{address}:sign', { params, body }));
    setSignature(signed.signature);
  }

  async function authenticate() {
    setAuthenticated(await send(baseUrl, authenticateWallet(caller, wallet, signature)));
  }

  return (
    <>
      <Step title="Request a challenge" clause="4.1" run="Start" onRun={start} exchange={started}>
        <Choice
          label="Test wallet"
          value={address}
          options={addresses.map((value, index) => ({
            value,
            text: `wallet ${index}, ${shortenAddress(value)}`,
          }))}
          onChange={setAddress}
        />
        <Choice
          label="Sent as"
          value={variant}
          options={toOptions(variants)}
          onChange={setVariant}
        />
      </Step>
      <Step
        title="Sign it with the wallet"
        clause="5.3"
        run="Sign"
        onRun={sign}
        waitsFor={challenge === '' ? 'There is no challenge to sign yet.' : undefined}
      >
        <Choice label="The wallet" value={signing} options={SIGNATURES} onChange={setSigning} />
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
        waitsFor={signature === '' ? 'There is no signature yet.' : undefined}
        exchange={authenticated}
      />
      <UserStep caller={caller} authenticated={authenticated} />
    </>
  );
}
