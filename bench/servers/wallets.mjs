/** A simple hand-written mock: Express, ethers.verifyMessage, a session signed with RS256. */
import { randomUUID } from 'node:crypto';
import { verifyMessage } from 'ethers';
import express from 'express';
import { generateKeyPair, SignJWT } from 'jose';
import { createChallenge } from '../requests.mjs';

const { privateKey } = await generateKeyPair('RS256');
const challenges = new Map();
const users = new Map();
const app = express();
app.use(express.json());
app.post('/v1/auth/cryptoWallet\\:start', (request, response) => {
  const challenge = createChallenge();
  challenges.set(request.body.walletAddress.toLowerCase(), challenge);
  response.json({ challenge });
});
app.post('/v1/auth/cryptoWallet\\:authenticate', async (request, response) => {
  const address = request.body.walletAddress.toLowerCase();
  const challenge = challenges.get(address);
  if (
    challenge === undefined ||
    verifyMessage(challenge, request.body.signature).toLowerCase() !== address
  ) {
    response.status(401).json({ message: 'refused' });
    return;
  }
  challenges.delete(address);
  const now = new Date().toISOString();
  if (!users.has(address))
    users.set(address, {
      id: randomUUID(),
      createTime: now,
      updateTime: now,
      preferredMfaMethod: 'OTP_SMS',
    });
  const userMask = users.get(address);
  const sessionJwt = await new SignJWT({ sub: userMask.id })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
  response.json({ sessionJwt, userMask });
});
app.listen(Number(process.argv[2]), '127.0.0.1');
