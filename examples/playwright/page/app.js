/** The page: sign in by email, then the account with what its flags have to say (§7.1). */
const MESSAGES = {
  F0000: 'Please contact support.',
  F1001: 'Your account is restricted.',
  F1002: 'Your account is restricted.',
  K1001: 'We are checking your documents.',
  K1002: 'We could not verify you.',
  T1001: 'Your payment did not go through.',
  T1002: 'Your bank has returned a payment.',
};

const { url, id, secret } = await (await fetch('/config.json')).json();
const state = { emailId: '', sessionJwt: '' };
const part = (selector) => document.querySelector(selector);

async function call(path, { body, session } = {}) {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'service-client-id': id,
      'service-client-secret': secret,
      ...(body && { 'content-type': 'application/json' }),
      ...(session && { authorization: `Bearer ${session}` }),
    },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

/** What a form does, and what the user is told where it fails. */
function onSubmit(form, action, message) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    part('[role=alert]').textContent = '';
    await action(Object.fromEntries(new FormData(form))).catch(() => {
      part('[role=alert]').textContent = message;
    });
  });
}

onSubmit(
  part('#destination'),
  async ({ emailAddress }) => {
    const body = { emailAddress };
    state.emailId = (await call('/v1/auth/otp/email:send', { body })).emailId;
    part('#code').hidden = false;
  },
  'We could not send the code. Please try again later.',
);

onSubmit(
  part('#code'),
  async ({ otp }) => {
    const body = { emailId: state.emailId, otp };
    state.sessionJwt = (await call('/v1/auth/otp/email:authenticate', { body })).sessionJwt;
    await showAccount();
  },
  'That code is not right, or too old.',
);

part('#refresh').addEventListener('click', showAccount);

async function showAccount() {
  const user = await call('/user', { session: state.sessionJwt });
  part('#name').textContent = user.personalInformation?.firstName ?? 'Your details are not shown.';
  fill(
    part('#flags'),
    user.flags.map(({ code }) => MESSAGES[code]),
  );
  fill(
    part('#history'),
    user.transactions.map(({ cryptoStatus }) => cryptoStatus),
  );
  part('#pay').disabled = user.flags.some(({ category }) => category === 'Fraud');
  part('#account').hidden = false;
}

function fill(list, texts) {
  list.replaceChildren(
    ...texts.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
  );
}
