import { afterAll, describe, expect, it } from 'vitest';

import { InboxTimeout, startSandbox } from '../../src/index.ts';
import type { Workspace } from '../../src/index.ts';

const sandbox = await startSandbox();
afterAll(() => sandbox.close());

const PHONE = '+12025550114';
const EMAIL = 'finn@example.test';

const sendSms = (workspace: Workspace) =>
  workspace.client().POST('/v1/auth/otp/sms:send', { body: { phoneNumber: PHONE } });
const sendEmail = (workspace: Workspace) =>
  workspace.client().POST('/v1/auth/otp/email:send', { body: { emailAddress: EMAIL } });

describe('waitFor', () => {
  it('waits until a message is sent', async () => {
    await using workspace = await sandbox.workspace();
    const waiting = workspace.inbox.waitFor({ to: PHONE });
    // The sandbox has probably received the wait when it responds to this later request.
    await workspace.clock.now();
    const { data } = await sendSms(workspace);
    expect(await waiting).toMatchObject({
      channel: 'sms',
      to: PHONE,
      recordId: data?.phoneId,
      status: 'pending',
    });
  });

  it('returns the newest message, or with `after` only a newer message', async () => {
    await using workspace = await sandbox.workspace();
    await sendSms(workspace);
    const first = await workspace.inbox.waitFor({ to: PHONE, channel: 'sms' });
    const next = workspace.inbox.waitFor({ to: PHONE, after: first });
    await sendSms(workspace);
    const second = await next;
    expect(second.id).not.toBe(first.id);
    expect(await workspace.inbox.waitFor({ to: PHONE })).toEqual(second);
    expect(await workspace.inbox.waitFor({ to: PHONE, after: first.id })).toEqual(second);
  });

  it('omits messages whose code is no longer valid', async () => {
    await using workspace = await sandbox.workspace();
    await sendEmail(workspace);
    const { recordId, code } = await workspace.inbox.waitFor({ to: EMAIL.toUpperCase() });
    const { response } = await workspace.client().POST('/v1/auth/otp/email:authenticate', {
      body: { emailId: recordId, otp: code },
    });
    expect(response.status).toBe(200);
    const waiting = workspace.inbox.waitFor({ to: EMAIL });
    await sendEmail(workspace);
    expect((await waiting).status).toBe('pending');
    expect((await workspace.inbox.list()).map(({ status }) => status)).toEqual(['used', 'pending']);
  });

  it('rejects after the timeout, and lists the messages in the inbox', async () => {
    await using workspace = await sandbox.workspace();
    const empty = workspace.inbox.waitFor({ to: PHONE, timeout: 20 });
    await expect(empty).rejects.toThrow(InboxTimeout);
    await expect(empty).rejects.toThrow(`to ${PHONE} arrived`);
    await expect(empty).rejects.toThrow('within 20 ms. The inbox is empty.');
    await sendEmail(workspace);
    const other = workspace.inbox.waitFor({ to: EMAIL, channel: 'sms', timeout: 'PT0.02S' });
    await expect(other).rejects.toThrow(
      `to ${EMAIL} by sms arrived in the inbox within PT0.02S. The inbox contains: email to ${EMAIL} (pending).`,
    );
    await expect(workspace.inbox.waitFor({ to: PHONE, timeout: 0 })).rejects.toThrow(InboxTimeout);
  });

  it.each([-1, Number.NaN, 'soon', null, true])('rejects %s as a timeout', async (timeout) => {
    await using workspace = await sandbox.workspace();
    const waiting = workspace.inbox.waitFor({ to: PHONE, timeout: timeout as number });
    await expect(waiting).rejects.toThrow(TypeError);
  });
});

it.each([[undefined], [5], [{}], [{ to: {} }]])('waitFor rejects %j', async (options) => {
  await using workspace = await sandbox.workspace();
  await expect(workspace.inbox.waitFor(options as never)).rejects.toThrow(
    'inbox.waitFor: the option "to" is required: a phone number or an email address',
  );
});

describe('the inbox', () => {
  it('is listed by filter, and cleared', async () => {
    await using workspace = await sandbox.workspace();
    await sendSms(workspace);
    await sendEmail(workspace);
    const { inbox } = workspace;
    const [sms] = await inbox.list();
    expect(await inbox.list({ channel: 'email' })).toMatchObject([{ to: EMAIL }]);
    expect(await inbox.list({ to: PHONE })).toEqual([sms]);
    expect(await inbox.list({ after: sms! })).toMatchObject([{ to: EMAIL }]);
    await inbox.clear();
    expect(await inbox.list()).toEqual([]);
  });
});
