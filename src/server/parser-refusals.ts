/** Error responses to requests that Node's HTTP parser rejects, or whose Host or Expect header is invalid. */
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ControlRefusal } from '../control/request/control-refusal.ts';

/** By `code` of the Node error. */
const REFUSALS: Readonly<Record<string, ControlRefusal>> = {
  HPE_HEADER_OVERFLOW: new ControlRefusal(
    'headersTooLarge',
    'Request line and headers are too large.',
  ),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new ControlRefusal(
    'tooLarge',
    'The chunk extensions of the body are too large.',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new ControlRefusal(
    'requestTimeout',
    'Timeout: the request was not complete in time.',
  ),
};

const MALFORMED = new ControlRefusal('malformed', 'The request is not valid HTTP/1.1 (RFC 9112).');

const UNSUPPORTED_EXPECTATION = new ControlRefusal(
  'expectationFailed',
  'Unsupported Expect header; only 100-continue is supported (RFC 9110, section 10.1.1).',
);

const WRONG_HOST = new ControlRefusal(
  'malformed',
  'An HTTP/1.1 request requires exactly one Host header (RFC 9112, section 3.2).',
);

/** Responds to parser errors with JSON; Node itself sends no body. */
export function handleParserRefusals(server: Server): void {
  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (req, res) => lastResponses.set(req.socket, res));
  server.on('checkExpectation', (_req, res: ServerResponse) =>
    respondAndClose(res, UNSUPPORTED_EXPECTATION),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // A closed connection cannot be written to.
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const respond = () => socket.end(formatResponse(REFUSALS[error.code ?? ''] ?? MALFORMED));
    const lastResponse = lastResponses.get(socket);
    if (lastResponse === undefined || lastResponse.req.complete) {
      // The error is in a new request, whose response must follow the last response.
      if (lastResponse === undefined || lastResponse.writableFinished) respond();
      else lastResponse.once('finish', respond);
      return;
    }
    // The error is in the body of the last request, whose response may have been sent completely or in part.
    if (!lastResponse.headersSent) respond();
    else if (lastResponse.writableFinished) socket.end();
    else socket.destroy();
  });
}

/** Refuses a request without Host (HTTP/1.1), or with several. @returns whether it was refused */
export function refuseWrongHost({ rawHeaders, httpVersion }: IncomingMessage, res: ServerResponse) {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return false;
  respondAndClose(res, WRONG_HOST);
  return true;
}

const HOST = 'host';

function respondAndClose(res: ServerResponse, refusal: ControlRefusal): void {
  const { headers, body } = createContent(refusal);
  res.writeHead(refusal.status, headers).end(body);
}

function formatResponse(refusal: ControlRefusal): string {
  const { status } = refusal;
  const { headers, body } = createContent(refusal);
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...fields].join('\r\n');
  return `${head}\r\n\r\n${body}`;
}

function createContent(refusal: ControlRefusal) {
  const body = JSON.stringify(refusal.body);
  const headers = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  return { headers, body };
}
