/** A minimal server: node:http and a parsed body. */
import { createServer } from 'node:http';
import { createChallenge } from '../requests.mjs';

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    const text = JSON.stringify({ challenge: createChallenge() });
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
