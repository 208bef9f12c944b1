import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';

/** A document of no operation, for the validator to change. */
export function emptyDocument(): OpenAPIV3.DocumentV3_1 {
  return {
    openapi: '3.1.0',
    info: { title: '', version: '', summary: '' },
    paths: {},
    components: {},
    webhooks: {},
  };
}
