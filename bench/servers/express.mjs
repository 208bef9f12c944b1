/** A server with Express 5 and express.json, without validation and state. */
import { randomBytes } from 'node:crypto';
import express from 'express';
import { PHRASE } from '../requests.mjs';

const app = express();
app.use(express.json());
app.post('/v1/auth/cryptoWallet\\:start', (_request, response) => {
  response.json({ challenge: `${PHRASE}${randomBytes(32).toString('base64url')}` });
});
app.listen(Number(process.argv[2]), '127.0.0.1');
