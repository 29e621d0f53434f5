import { compareDocuments, type OpenApi } from './compare.ts'

export const text = { type: 'string' }
export const json = (schema: object) => ({ content: { 'application/json': { schema } } })

/** A small interface with one of everything. */
const released = {
  paths: {
    '/papers/{paper_id}': {
      post: {
        operationId: 'sendPaper',
        tags: ['Papers'],
        summary: 'Send',
        security: [{ apiKey: [] }, { userToken: [] }],
        parameters: [
          { name: 'paper_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
          {
            name: 'limit',
            in: 'query',
            required: false,
            schema: { type: 'integer', maximum: 100, default: 20 },
          },
          { name: 'X-Svc-Device', in: 'header', required: false, schema: text },
        ],
        requestBody: json({ $ref: '#/components/schemas/NewPaper' }),
        responses: {
          201: json({ $ref: '#/components/schemas/Paper' }),
          409: json({ type: 'object', properties: { errors: { type: 'array', items: text } } }),
        },
      },
    },
    '/health': {
      get: {
        operationId: 'getHealth',
        tags: ['Health'],
        summary: 'Well?',
        security: [],
        responses: { 200: json(text) },
      },
    },
  },
  webhooks: {
    'paper-read': {
      post: {
        operationId: 'paper-read',
        tags: ['Webhooks'],
        summary: 'Read',
        security: [],
        responses: {},
        parameters: [{ name: 'webhook-id', in: 'header', required: true, schema: text }],
        requestBody: json({ type: 'object', properties: { paper_id: text }, required: ['paper_id'] }),
      },
    },
  },
  components: {
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'A key' },
      userToken: { type: 'http', scheme: 'bearer' },
    },
    schemas: {
      NewPaper: {
        type: 'object',
        required: ['title', 'kind'],
        additionalProperties: false,
        properties: {
          title: { type: 'string', minLength: 1, maxLength: 200 },
          kind: { type: 'string', enum: ['payslip', 'statement'] },
          pages: { type: 'integer', minimum: 1 },
          note: { anyOf: [text, { type: 'null' }] },
          code: { type: 'string', pattern: '^[a-z]+$' },
          tags: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 10 },
          extra: { type: 'object', additionalProperties: text },
          source: {
            oneOf: [
              { type: 'string', format: 'ipv4' },
              { type: 'string', format: 'ipv6' },
            ],
          },
        },
      },
      Paper: {
        type: 'object',
        required: ['id', 'state', 'size', 'box', 'made_at', 'outcome'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          state: { type: 'string', enum: ['new', 'read'] },
          size: { type: 'integer' },
          score: { type: 'number' },
          box: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false },
          made_at: { type: ['string', 'null'], format: 'date-time' },
          next: { $ref: '#/components/schemas/Paper' },
          outcome: {
            oneOf: [
              {
                type: 'object',
                properties: { kind: { type: 'string', const: 'kept' }, place: text },
                required: ['kind', 'place'],
              },
              { type: 'object', properties: { kind: { type: 'string', const: 'lost' } }, required: ['kind'] },
            ],
          },
        },
      },
    },
  },
}

export type Change = (
  draft: {
    // biome-ignore lint/suspicious/noExplicitAny: each change reaches for another corner of the document.
    [part in 'document' | 'operation' | 'health' | 'request' | 'reply' | 'hook' | 'parameters']: any
  },
) => void

/** What is found in the small interface after a change. */
export function changedBy(change: Change) {
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const document = structuredClone(released) as any
  const operation = document.paths['/papers/{paper_id}'].post
  const { NewPaper: request, Paper: reply } = document.components.schemas
  change({
    document,
    operation,
    request,
    reply,
    parameters: operation.parameters,
    health: document.paths['/health'].get,
    hook: document.webhooks['paper-read'].post,
  })
  return compareDocuments(released as unknown as OpenApi, document)
}
