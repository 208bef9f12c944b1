/** The message for each flag (§7.1). */
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
const find = (selector) => document.querySelector(selector);

async function send(path, { body, session } = {}) {
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

/** Runs an action when a form is submitted; shows the message if the action fails. */
function onSubmit(form, action, message) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    find('[role=alert]').textContent = '';
    await action(Object.fromEntries(new FormData(form))).catch(() => {
      find('[role=alert]').textContent = message;
    });
  });
}

onSubmit(
  find('#destination'),
  async ({ emailAddress }) => {
    const body = { emailAddress };
    state.emailId = (await send('/v1/auth/otp/email:send', { body })).emailId;
    find('#code').hidden = false;
  },
  'We could not send the code. Please try again later.',
);

onSubmit(
  find('#code'),
  async ({ otp }) => {
    const body = { emailId: state.emailId, otp };
    state.sessionJwt = (await send('/v1/auth/otp/email:authenticate', { body })).sessionJwt;
    await showAccount();
  },
  'That code is not right, or too old.',
);

find('#refresh').addEventListener('click', showAccount);

async function showAccount() {
  const user = await send('/user', { session: state.sessionJwt });
  find('#name').textContent = user.personalInformation?.firstName ?? 'Your details are not shown.';
  fill(
    find('#flags'),
    user.flags.map(({ code }) => MESSAGES[code]),
  );
  fill(
    find('#history'),
    user.transactions.map(({ cryptoStatus }) => cryptoStatus),
  );
  find('#pay').disabled = user.flags.some(({ category }) => category === 'Fraud');
  find('#account').hidden = false;
}

function fill(list, texts) {
  list.replaceChildren(
    ...texts.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
  );
}
