/** A server with express-openapi-validator, which validates requests and responses. */
import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { createChallenge } from '../requests.mjs';

const [port, apiSpec] = process.argv.slice(2);
const app = express();
app.use(express.json());
app.use(
  OpenApiValidator.middleware({
    apiSpec,
    validateRequests: true,
    validateResponses: true,
    validateSecurity: false,
  }),
);
app.post('/v1/auth/cryptoWallet\\:start', (_request, response) => {
  response.json({ challenge: createChallenge() });
});
app.use((error, _request, response, _next) => {
  response.status(error.status ?? 500).json({ message: error.message });
});
app.listen(Number(port), '127.0.0.1');
