import { useEffect, useState } from 'preact/hooks';

import { hrefOf } from '../state/route.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { fieldOf, send } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { readUser } from './requests.ts';
import type { Speaker } from './requests.ts';
import { Step } from './step.tsx';

/** The last step of every sign-in: the client reads the user, and reviews the flags (§4.8, §7). */
export function UserStep({
  number,
  speaker,
  authenticated,
}: {
  readonly number: number;
  readonly speaker: Speaker;
  readonly authenticated: Exchange | undefined;
}) {
  const { baseUrl } = useFacts();
  const [exchange, setExchange] = useState<Exchange>();
  const sessionJwt = authenticated === undefined ? '' : fieldOf(authenticated, 'sessionJwt');
  const id = authenticated === undefined ? '' : userIdOf(authenticated);

  useEffect(() => setExchange(undefined), [authenticated]);

  return (
    <Step
      number={number}
      title="Read the user"
      clause="4.8"
      run="Read the user"
      onRun={async () => setExchange(await send(baseUrl, readUser(speaker, { sessionJwt, id })))}
      waitsFor={sessionJwt === '' ? 'No user is signed in yet.' : undefined}
      exchange={exchange}
    >
      {id !== '' && <a href={hrefOf({ view: 'users', item: id })}>Open the card of the user</a>}
    </Step>
  );
}

function userIdOf({ response: { body } }: Exchange): string {
  const mask: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'userMask') : undefined;
  const id: unknown = typeof mask === 'object' && mask !== null ? Reflect.get(mask, 'id') : '';
  return typeof id === 'string' ? id : '';
}
