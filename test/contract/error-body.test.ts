import { describe, expect, it } from 'vitest';
import { createErrorBody } from '../../src/contract/error-body.ts';
import { createDialect } from './dialect-variations.ts';

const facts = {
  code: 'invalidRequest',
  message: 'The request does not match the contract.',
  details: [{ pointer: '/body/walletNetwork', message: 'must be one of ETHEREUM, POLYGON' }],
  status: 422,
} as const;

describe('§7 the body of an error response', () => {
  it('can be flat', () => {
    expect(createErrorBody(createDialect({ 'errors.body': 'flat' }), facts)).toEqual({
      mediaType: 'application/json',
      body: { code: 'invalidRequest', message: facts.message, details: facts.details },
    });
  });

  it('can be nested', () => {
    expect(createErrorBody(createDialect({ 'errors.body': 'nested' }), facts)).toEqual({
      mediaType: 'application/json',
      body: { error: { code: 'invalidRequest', message: facts.message, details: facts.details } },
    });
  });

  it('can be a problem document (RFC 9457)', () => {
    expect(createErrorBody(createDialect({ 'errors.body': 'problem' }), facts)).toEqual({
      mediaType: 'application/problem+json',
      body: {
        type: 'https://flagbearer.dev/problems/invalidRequest',
        title: 'The request does not match the contract.',
        status: 422,
        detail: facts.message,
        code: 'invalidRequest',
        details: facts.details,
      },
    });
  });

  it('can be empty', () => {
    expect(createErrorBody(createDialect({ 'errors.body': 'empty' }), facts)).toEqual({
      mediaType: null,
      body: null,
    });
  });
});
