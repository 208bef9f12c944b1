/** A server with Express 5 and express.json, without validation and state. */
import express from 'express';
import { createChallenge } from '../requests.mjs';

const app = express();
app.use(express.json());
app.post('/v1/auth/cryptoWallet\\:start', (_request, response) => {
  response.json({ challenge: createChallenge() });
});
app.listen(Number(process.argv[2]), '127.0.0.1');
