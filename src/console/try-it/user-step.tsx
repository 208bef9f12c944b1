import { useEffect, useState } from 'preact/hooks';

import { hrefOf } from '../state/route.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { send, textIn } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { readUser } from './requests.ts';
import type { Caller } from './requests.ts';
import { Step } from './step.tsx';

/** The last step of every sign-in: the client reads the user and reviews the flags (§4.8, §7). */
export function UserStep({
  number,
  caller,
  authenticated,
}: {
  readonly number: number;
  readonly caller: Caller;
  readonly authenticated: Exchange | undefined;
}) {
  const { baseUrl } = useFacts();
  const [exchange, setExchange] = useState<Exchange>();
  const sessionJwt = textIn(authenticated, 'sessionJwt');
  const id = textIn(authenticated, 'userMask', 'id');

  useEffect(() => setExchange(undefined), [authenticated]);

  return (
    <Step
      number={number}
      title="Read the user"
      clause="4.8"
      run="Read the user"
      onRun={async () => setExchange(await send(baseUrl, readUser(caller, { sessionJwt, id })))}
      waitsFor={sessionJwt === '' ? 'No user is signed in yet.' : undefined}
      exchange={exchange}
    >
      {id !== '' && <a href={hrefOf({ view: 'users', item: id })}>Open the card of the user</a>}
    </Step>
  );
}
