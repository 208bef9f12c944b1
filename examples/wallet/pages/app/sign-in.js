/**
 * Signs a user in when they click the button (§5.3).
 *
 * @param {{ connect(): Promise<string>, sign(message: string, address: string): Promise<string> }} library
 */
export function signInWith({ connect, sign }) {
  const status = document.querySelector('[role=status]');
  const button = document.querySelector('button');
  button.disabled = false;
  button.addEventListener('click', async () => {
    status.textContent = 'Signing in';
    try {
      const walletAddress = await connect();
      const identity = { walletAddress, walletNetwork: 'ETHEREUM' };
      const { challenge } = await post('start', identity);
      const signature = await sign(challenge, walletAddress);
      const { sessionJwt } = await post('authenticate', { ...identity, signature });
      await readUser(sessionJwt);
      status.textContent = `Signed in as ${walletAddress}`;
    } catch (error) {
      status.textContent = isRejection(error)
        ? 'You rejected the request.'
        : 'You could not be signed in. Please try again.';
    }
  });
}

const { url, id, secret } = await (await fetch('/config.json')).json();
const headers = { 'service-client-id': id, 'service-client-secret': secret };

async function post(operation, body) {
  const response = await fetch(`${url}/v1/auth/cryptoWallet:${operation}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${operation}: ${response.status}`);
  return response.json();
}

/** Reads the user after the sign-in: a client must review the flags (§7). */
async function readUser(sessionJwt) {
  await fetch(`${url}/user`, { headers: { ...headers, authorization: `Bearer ${sessionJwt}` } });
}

/** Returns whether the user rejected the request: libraries wrap the error 4001 of EIP-1193. */
function isRejection(error) {
  if (typeof error !== 'object' || error === null) return false;
  return error.code === 4001 || [error.cause, error.error, error.info].some(isRejection);
}
