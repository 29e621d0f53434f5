import {
  type OpenApi,
  type Operation,
  operationsOf,
  type Parameter,
  type Placed,
  parametersOf,
} from '../../sdk/scripts/openapi.ts'
import { exampleOf } from './examples.ts'

type Document = OpenApi & {
  tags: { name: string; description: string }[]
  info: { title: string; description: string }
}
type Described = { key: string; value: string; description?: string; disabled?: boolean }
type Keep = [variable: string, expression: string]

/** What of a reply later requests need, by operation: the variable and where it is. */
export const keeps: Record<string, Keep[]> = {
  createAccount: [['account_id', 'reply.account_id']],
  createApiKey: [['api_key_id', 'reply.id']],
  createAuthorisation: [['authorisation_id', 'reply.id']],
  createAuthorisationTerm: [['term_id', 'reply.id']],
  createJourneySession: [['user_token', 'reply.token']],
  createUser: [['user_id', 'reply.user_id']],
  createUserToken: [
    ['user_token', 'reply.token'],
    ['journey_code', "reply.webapp_link.split('/').pop()"],
  ],
  createWebhook: [['webhook_id', 'reply.webhook_id']],
  inviteMember: [['member_id', 'reply.id']],
  listBankStatementSubmissions: [['statement_submission_id', 'reply.bank_statement_submissions[0]?.id']],
  listDocuments: [['document_id', 'reply.documents[0]?.id']],
  listPayrollSubmissions: [
    ['submission_id', 'reply.payroll_submissions[0]?.id'],
    ['entry_id', 'reply.payroll_submissions[0]?.entry_id'],
  ],
  listTaxauthEntries: [['taxauth_entry_id', 'reply.entries[0]?.entry_id']],
  presignBankStatements: [['upload_path', 'reply.presigned_urls[0].path']],
  presignPayslips: [['upload_path', 'reply.presigned_urls[0].path']],
  renewJourneySession: [['user_token', 'reply.token']],
  signIn: [['member_session', 'reply.session']],
  testWebhook: [['delivery_id', 'reply.delivery_id']],
}

const settings: Described[] = [
  { key: 'base_url', value: 'http://127.0.0.1:8080', description: 'Where the service is' },
  { key: 'api_key', value: '', description: 'npm run dev prints one' },
]

/** The interface as a Postman collection, version 2.1, which Bruno and others import too. */
export function collectionOf(document: Document) {
  const placed = operationsOf(document)
  const folders = document.tags.map(({ name, description }) => ({
    name,
    description,
    item: placed
      .filter(({ operation }) => operation.tags[0] === name)
      .sort((a, b) => rankOf(a) - rankOf(b))
      .map((one) => itemOf(document, one)),
  }))
  return {
    info: {
      name: document.info.title,
      description: `${document.info.description}\n\n${about}`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: authWith('apikey', { key: 'X-API-KEY', value: '{{api_key}}', in: 'header' }),
    variable: [...settings, ...variablesIn(folders).map((key) => ({ key, value: '' }))],
    item: folders,
  }
}

const about = [
  'Set `base_url` and `api_key`, and begin with the first request of Users and of User tokens: what a request makes, others use.',
  'In each folder come first those whose reply is kept in a variable, and last those that take something away.',
  'Written by `npm run generate` from server/openapi.json.',
].join(' ')

/** What gives others something comes first, what takes something away last. */
function rankOf({ method, operation: { operationId } }: Placed) {
  if (method === 'DELETE' || /revoke|withdraw/i.test(operationId)) return 2
  return keeps[operationId] ? 0 : 1
}

function itemOf(document: Document, placed: Placed) {
  const { summary, operationId } = placed.operation
  const kept = keeps[operationId]
  return {
    name: summary,
    ...(kept && { event: [{ listen: 'test', script: scriptOf(kept) }] }),
    request: requestOf(document, placed),
    response: [],
  }
}

function requestOf(document: Document, { method, path, operation }: Placed) {
  const body = operation.requestBody?.content['application/json']?.schema
  const query = parametersOf(operation, 'query').map((one) => describedOf(document, one))
  const asked = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`)
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')
  const variable = parametersOf(operation, 'path').map((one) => ({
    ...describedOf(document, one),
    ...(isVariable(one) && { value: `{{${variableFor(path, one.name)}}}` }),
  }))
  return {
    method,
    ...authOf(operation),
    header: [
      ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ...parametersOf(operation, 'header').map((one) => describedOf(document, one)),
    ],
    ...(body && {
      body: {
        mode: 'raw',
        raw: JSON.stringify(exampleOf(document.components.schemas, body), null, 2),
        options: { raw: { language: 'json' } },
      },
    }),
    url: {
      raw: `{{base_url}}/${segments}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
      host: ['{{base_url}}'],
      path: segments.split('/'),
      ...(query.length > 0 && { query }),
      ...(variable.length > 0 && { variable }),
    },
    ...(operation.description && { description: operation.description }),
  }
}

function describedOf(document: Document, { name, required, schema, description }: Parameter): Described {
  const value =
    name === 'Idempotency-Key' ? '{{$guid}}' : String(exampleOf(document.components.schemas, schema, name))
  return { key: name, value, ...(description && { description }), ...(!required && { disabled: true }) }
}

/** Most go with the key of the collection; a person's own requests with their token. */
function authOf({ security }: Operation) {
  if (security.length === 0) return { auth: { type: 'noauth' } }
  if (security.some((way) => 'apiKey' in way)) return {}
  return { auth: authWith('bearer', { token: '{{user_token}}' }) }
}

function authWith(type: string, fields: Record<string, string>) {
  return { type, [type]: Object.entries(fields).map(([key, value]) => ({ key, value, type: 'string' })) }
}

const isVariable = ({ name, schema }: Parameter) => schema.format === 'uuid' || name === 'code'

const prefixes: Record<string, string> = { bankstatements: 'statement_', taxauth: 'taxauth_' }

/** `id` under /api-keys is `api_key_id` among the variables of a whole collection; submissions and entries are of three sources. */
function variableFor(path: string, name: string) {
  const [, first = ''] = path.split('/')
  if (name === 'submission_id' || name === 'entry_id') return `${prefixes[first] ?? ''}${name}`
  if (name !== 'id' && name !== 'code') return name
  const noun =
    path
      .slice(0, path.indexOf(`/{${name}}`))
      .split('/')
      .at(-1) ?? ''
  return `${noun.replaceAll('-', '_').replace(/s$/, '')}_${name}`
}

function scriptOf(keeps: Keep[]) {
  const lines = keeps.map(([name, expression]) => `  pm.collectionVariables.set('${name}', ${expression})`)
  const exec = ['if (pm.response.code < 300) {', '  const reply = pm.response.json()', ...lines, '}']
  return { type: 'text/javascript', exec }
}

/** Those that requests use, without the settings and what Postman makes itself. */
function variablesIn(folders: unknown) {
  const names = [...JSON.stringify(folders).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !settings.some(({ key }) => key === name)).sort()
}
