import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createCodeSource, type SourcePorts } from '../../../conformance/actors/code-source.ts';
import { RequestError } from '../../../conformance/target/request-errors.ts';
import { useServer } from '../use-server.ts';

const requestedUrls: string[] = [];

function* generateEndlessText(): Generator<string> {
  for (;;) yield 'its-secret '.repeat(1000);
}

const getUrl = useServer(({ url = '' }, response) => {
  requestedUrls.push(url);
  if (url.startsWith('/none')) response.writeHead(404).end();
  else if (url.startsWith('/broken')) response.writeHead(502).end();
  else if (url.startsWith('/denied')) response.writeHead(401).end();
  else if (url.startsWith('/moved')) response.writeHead(301, { location: '/followed' }).end();
  else if (url.startsWith('/elsewhere')) response.writeHead(302, { location: '/followed' }).end();
  else if (url.startsWith('/silent')) return;
  else if (url.startsWith('/unfinished')) response.write('{"code":');
  else if (url.startsWith('/endless')) Readable.from(generateEndlessText()).pipe(response);
  else if (url.startsWith('/number')) response.end('{"code":12345}');
  else if (url.startsWith('/page')) response.end('<p>its-secret</p>');
  else if (url.startsWith('/deep')) response.end('['.repeat(1000));
  else if (url.startsWith('/inbox'))
    response.end('{"items":[{"code":"111111"},{"code":"222222"}]}');
  else response.end('{"code":"333333"}');
});

function createPorts(changes: Partial<SourcePorts> = {}): SourcePorts {
  return {
    inboxUrl: `${getUrl()}/inbox`,
    timeout: 5000,
    environment: process.env,
    ask: (question) => Promise.resolve(`answer to ${question}`),
    ...changes,
  };
}

function readFrom(path: string): Promise<string | null> {
  const source = createCodeSource({ kind: 'url', template: `${getUrl()}${path}` }, createPorts());
  return source.readCode('sms', '+1');
}

const isWindows = process.platform === 'win32';

describe('an OTP source', () => {
  it('returns the fixed code for every send', async () => {
    const source = createCodeSource({ kind: 'fixed', code: '000000' }, createPorts());
    expect(await source.readCode('sms', '+12025550143')).toBe('000000');
    expect(source.hasNewCodePerSend).toBe(false);
  });

  it('prompts a person for the code', async () => {
    const source = createCodeSource({ kind: 'prompt' }, createPorts());
    expect(await source.readCode('sms', '+12025550143')).toBe(
      'answer to Code sent by sms to +12025550143: ',
    );
  });

  it.skipIf(isWindows)(
    'runs a command with channel and destination in its environment',
    async () => {
      const command = 'echo "$OTP_CHANNEL $OTP_DESTINATION $OTP_MAILBOX"';
      const environment = { ...process.env, OTP_MAILBOX: 'mine' };
      const source = createCodeSource({ kind: 'command', command }, createPorts({ environment }));
      expect(await source.readCode('sms', '+12025550143')).toBe('sms +12025550143 mine');
    },
  );

  it.skipIf(isWindows)(
    'passes only the necessary environment variables to a command, and no secret',
    async () => {
      const necessary = {
        PATH: process.env['PATH'],
        HOME: '/home/qa',
        LC_ALL: 'C',
        TMPDIR: '/tmp',
      };
      const secret = {
        FLAGBEARER_CLIENT_SECRET: 'secret-1',
        FLAGBEARER_ACCESS_TOKEN: 'secret-2',
        FLAGBEARER_TARGET: 'secret-3',
        STAGING_SECRET: 'secret-4',
        GITHUB_TOKEN: 'secret-5',
        NODE_OPTIONS: 'secret-6',
      };
      const environment = { ...necessary, ...secret };
      const command = `"${process.execPath}" -p 'JSON.stringify({ code: JSON.stringify(process.env) })'`;
      const source = createCodeSource({ kind: 'command', command }, createPorts({ environment }));
      const passedEnvironment: unknown = JSON.parse(
        (await source.readCode('sms', '+12025550143')) ?? '',
      );
      expect(passedEnvironment).toMatchObject({ ...necessary, OTP_CHANNEL: 'sms' });
      expect(JSON.stringify(passedEnvironment)).not.toContain('secret-');
    },
  );

  it.skipIf(isWindows).each([
    ['echo its-secret; echo its-secret >&2; exit 3', 'ended with exit code 3'],
    ['its-secret', 'ended with exit code 127'],
    ['echo its-secret >&2; kill -9 $$', 'was ended by SIGKILL'],
    ['echo its-secret >&2; sleep 60', 'was ended by SIGTERM: it took longer than --timeout'],
    ['yes its-secret', 'failed: ERR_CHILD_PROCESS_STDIO_MAXBUFFER'],
    ['echo its-secret; echo more', 'printed several lines. It must print only the code'],
  ])('reports how a command ended, but not what it printed: %s', async (command, end) => {
    const timeout = command.includes('sleep') ? 200 : 20_000;
    const source = createCodeSource({ kind: 'command', command }, createPorts({ timeout }));
    const error = await source.readCode('sms', '+1').then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toEqual(new Error(`the command of --otp-source ${end}`));
    expect(error).not.toHaveProperty('cause');
  });

  it.skipIf(isWindows).each([
    ['echo {channel}-{destination}', '+12025550143', 'sms-+12025550143'],
    [`echo '{destination}' "{channel}"`, 'qa+1@example.test', 'qa+1@example.test sms'],
    [`echo '{"code": "123456"}'`, '+12025550143', '123456'],
    [`printf '{\\n  "code": "123456"\\n}\\n'`, '+12025550143', '123456'],
    [`echo '{"code": null}'`, '+12025550143', null],
    [`echo '{not JSON}'`, '+12025550143', '{not JSON}'],
    ['echo 012345', '+12025550143', '012345'],
  ])('reads the code from the output of %s', async (command, destination, code) => {
    const source = createCodeSource({ kind: 'command', command }, createPorts());
    expect(await source.readCode('sms', destination)).toBe(code);
  });

  it
    .skipIf(isWindows)
    .each(['a$(id)@example.test', "o'brien@example.test", '-f@example.test', 'a;b@example.test'])(
    'does not insert a destination with shell syntax into a command: %s',
    async (destination) => {
      const readCode = (command: string) =>
        createCodeSource({ kind: 'command', command }, createPorts()).readCode(
          'email',
          destination,
        );
      await expect(readCode('echo {destination}')).rejects.toThrow('use "$OTP_DESTINATION"');
      expect(await readCode('echo "$OTP_DESTINATION"')).toBe(destination);
    },
  );

  it.skipIf(isWindows)('returns no code if the command prints nothing', async () => {
    const source = createCodeSource({ kind: 'command', command: 'echo' }, createPorts());
    expect(await source.readCode('sms', '+12025550143')).toBeNull();
  });

  it('requests a URL with channel and destination inserted', async () => {
    const template = `${getUrl()}/last?channel={channel}&to={destination}`;
    const source = createCodeSource({ kind: 'url', template }, createPorts());
    expect(await source.readCode('sms', '+12025550143')).toBe('333333');
    expect(requestedUrls).toContain('/last?channel=sms&to=%2B12025550143');
  });

  it('returns no code if the URL returns 404', async () => {
    expect(await readFrom('/none')).toBeNull();
  });

  it('reports an error status as temporary only if another request can succeed', async () => {
    await expect(readFrom('/broken')).rejects.toEqual(
      new RequestError('the OTP source returns 502'),
    );
    await expect(readFrom('/denied')).rejects.toEqual(new Error('the OTP source returns 401'));
    // A gateway can redirect a single request to its sign-in page.
    await expect(readFrom('/elsewhere')).rejects.toBeInstanceOf(RequestError);
    await expect(readFrom('/moved')).rejects.not.toBeInstanceOf(RequestError);
  });

  it.each(['/silent', '/unfinished'])('reports a timeout of %s', async (path) => {
    const template = `${getUrl()}${path}`;
    const source = createCodeSource({ kind: 'url', template }, createPorts({ timeout: 50 }));
    await expect(source.readCode('sms', '+1')).rejects.toEqual(
      new Error('the OTP source took longer than --timeout'),
    );
  });

  it('does not follow a redirect of a URL or an inbox', async () => {
    const message =
      'the OTP source redirects with 302. Set --otp-source to the URL that it redirects to';
    const template = `${getUrl()}/elsewhere`;
    const url = createCodeSource({ kind: 'url', template }, createPorts());
    await expect(url.readCode('sms', '+1')).rejects.toThrow(message);
    const inbox = createCodeSource(
      { kind: 'inbox' },
      createPorts({ inboxUrl: `${getUrl()}/elsewhere` }),
    );
    await expect(inbox.readCode('sms', '+1')).rejects.toThrow(message);
    expect(requestedUrls).not.toContain('/followed');
  });

  it.each([
    ['an endless body', '/endless', 'the response body is larger than 1 MiB'],
    ['a code that is a number', '/number', 'the OTP source returns the code as a number'],
    ['an HTML page', '/page', 'expected JSON from the OTP source'],
    ['deeply nested JSON', '/deep', 'nested more than 100 levels deep'],
  ])('rejects %s', async (_, path, message) => {
    const source = createCodeSource({ kind: 'url', template: getUrl() + path }, createPorts());
    const rejection = expect(source.readCode('sms', '+1')).rejects;
    await rejection.toThrow(message);
    await rejection.not.toThrow('its-secret');
  });

  it('does not print the password of a URL in the error of fetch, which rejects such URLs', async () => {
    const template = 'http://me:its-secret@127.0.0.1:9/{destination}';
    const source = createCodeSource({ kind: 'url', template }, createPorts());
    await expect(source.readCode('sms', '+1')).rejects.toThrow(/^fetch failed$/);
  });

  it('reads the newest message of a sandbox inbox', async () => {
    const source = createCodeSource({ kind: 'inbox' }, createPorts());
    expect(await source.readCode('email', 'rita@example.test')).toBe('222222');
    expect(requestedUrls).toContain('/inbox?channel=email&to=rita%40example.test');
  });
});
