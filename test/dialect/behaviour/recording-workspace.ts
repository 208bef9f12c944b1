/** A workspace that records the traffic of its clients. */
import type { Exchange } from '../../contract-checker.ts';
import {
  ClientApp,
  TestWorkspace,
  type RequestOptions,
  type HttpResponse,
  type TestSandbox,
} from '../../sandbox.ts';
import { nestValues, type DialectValues } from '../../setup/dialect-document.ts';
import { scenario } from './people.ts';

export class RecordingWorkspace extends TestWorkspace {
  /** The traffic of the service, oldest first. */
  readonly exchanges: Exchange[] = [];

  override client(id?: string): ClientApp {
    return new RecordingClient(this.url, id, this.exchanges);
  }

  /** Returns the message that was sent last to a destination. */
  async readLastMessage(to: string): Promise<{ recordId: string; code: string }> {
    const { body } = await this.control(`/inbox?to=${encodeURIComponent(to)}`);
    return body.items.at(-1);
  }

  async addFlags(user: string, ...codes: string[]): Promise<HttpResponse> {
    return this.control(`/users/${user}`, { method: 'PATCH', body: { addFlags: codes } });
  }
}

class RecordingClient extends ClientApp {
  readonly #exchanges: Exchange[];

  constructor(url: string, id: string | undefined, exchanges: Exchange[]) {
    super(url, id);
    this.#exchanges = exchanges;
  }

  override async send(path: string, options: RequestOptions = {}): Promise<HttpResponse> {
    const { body, method = body === undefined ? 'GET' : 'POST' } = options;
    const response = await super.send(path, options);
    // The same defaults as in `ClientApp`.
    const headers = {
      'content-type': body === undefined ? undefined : 'application/json',
      'service-client-id': this.id,
      'service-client-secret': `${this.id}-secret`,
      ...options.headers,
    };
    this.#exchanges.push({
      request: {
        method,
        target: path,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
        ),
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      },
      response,
    });
    return response;
  }
}

/** Creates a workspace with some dialect values, and the defaults of the other keys. */
export async function createRecordingWorkspace(
  sandbox: TestSandbox,
  values: DialectValues,
  workspaceScenario: object = scenario,
): Promise<RecordingWorkspace> {
  const workspace = await sandbox.workspace({
    scenario: workspaceScenario,
    seed: 1,
    dialect: nestValues(values),
  });
  return new RecordingWorkspace(workspace.url, workspace.name);
}
