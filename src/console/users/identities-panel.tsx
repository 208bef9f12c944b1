import { useState } from 'preact/hooks';

import { control } from '../api/control.ts';
import type { SandboxUser } from '../api/schemas.ts';
import { Badge, StatusBadge } from '../parts/badge.tsx';
import { Button, CopyableCode } from '../parts/button.tsx';
import { Fact, Panel } from '../parts/panel.tsx';
import { TextField, listNames } from '../parts/form.tsx';
import { confirmChange } from '../state/live.ts';
import { getName } from './user-names.ts';

const PERSONAL_LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Born',
  streetAddress: 'Street',
  city: 'City',
  region: 'Region',
  postalCode: 'Postal code',
  countryCode: 'Country',
} as const satisfies Record<keyof SandboxUser['personalInformation'], string>;

export function IdentitiesPanel({ user }: { user: SandboxUser }) {
  const { phoneNumber, emailAddress, wallets, linkedClients, personalInformation } = user;
  return (
    <Panel title="Identities and person" clause="5.6">
      <dl class="facts">
        <Fact term="Phone">
          <Identity text={phoneNumber} what="the phone number" />
        </Fact>
        <Fact term="Email">
          <Identity text={emailAddress} what="the email address" />
        </Fact>
        <Fact term="Wallets">
          {wallets.length === 0 && NONE}
          {wallets.map(({ address, network, type, status }) => (
            <div key={`${address} ${network ?? ''} ${type ?? ''}`} class="line">
              <Identity text={address} what="the wallet address" />
              <StatusBadge status={status} />
              <Badge tone="plain">{network ?? type}</Badge>
            </div>
          ))}
        </Fact>
        <Fact term="Linked clients">{linkedClients.join(', ') || NONE}</Fact>
        {listNames(PERSONAL_LABELS).map((name) => {
          const value = personalInformation[name];
          return value && <Fact key={name} term={PERSONAL_LABELS[name]} children={value} />;
        })}
      </dl>
      {(phoneNumber ?? emailAddress) !== null && <FixedCodeForm user={user} />}
    </Panel>
  );
}

const NONE = <span class="faint">none</span>;

function Identity({ text, what }: { text: string | null; what: string }) {
  return text === null ? NONE : <CopyableCode text={text} what={what} />;
}

/** Sets the digits of all future codes of a user. Each code still expires, can be locked, and is valid once. */
function FixedCodeForm({ user }: { user: SandboxUser }) {
  const { fixedCode: current } = user;
  const [typed, setTyped] = useState('');

  async function save(fixedCode: string | null) {
    await confirmChange(
      control.value.PATCH('/users/{ref}', {
        params: { path: { ref: user.id } },
        body: { fixedCode },
      }),
      fixedCode === null
        ? `Codes for ${getName(user)} are random again.`
        : `All codes for ${getName(user)} are ${fixedCode}.`,
    );
    setTyped('');
  }

  return (
    <div class="form-row">
      <TextField
        label="Fixed code"
        value={typed}
        onInput={setTyped}
        placeholder={current ?? 'random'}
        pattern="[0-9]{4,10}"
        mono
      />
      <Button disabled={typed.trim() === ''} onClick={() => save(typed.trim())}>
        Set code
      </Button>
      {current !== undefined && <Button onClick={() => save(null)}>Use random codes</Button>}
    </div>
  );
}
