import { expect } from 'vitest'
import { missing, notFoundMessage } from './messages.ts'
import { payslipUploadRows } from './payslip-uploads.ts'
import { presigningRows } from './presigning.ts'
import { inArea, type Row } from './row.ts'
import { bertram, sharedStatement, uploadStatement } from './scenes.ts'
import { document, identityAcceptance, message, pagination, timestamp, uuid } from './shapes.ts'
import { pagingRows, rejectsRole, rejectsUnknownIds, requiresApiKey } from './shared-rows.ts'
import { mapBody } from './world.ts'

const acceptIdentity = 'POST /documents/{document_id}/identity/accept'
const correct = 'PATCH /documents/{document_id}/fields'
const bankName = 'account_information.bank_name'
const list = 'GET /documents'
const documentEndpoint = 'GET /documents/{document_id}'

const documentRows: Row[] = [
  {
    endpoint: list,
    title: 'lists uploaded documents with their trust findings',
    async call(world) {
      const { user_id } = await sharedStatement(world)
      return world.acme('GET', `/documents?user_id=${user_id}`)
    },
    expects: { status: 200, body: { pagination: pagination(0, 500, 1, 1), documents: [document] } },
  },
  {
    endpoint: list,
    title: 'filters by type',
    async call(world) {
      const { user_id } = await sharedStatement(world)
      return world.acme('GET', `/documents?user_id=${user_id}&type=payslip`)
    },
    expects: { status: 200, body: { pagination: pagination(0, 500, 0, 0), documents: [] } },
  },
  {
    endpoint: list,
    title: 'user_id is required',
    call: ({ acme }) => acme('GET', '/documents'),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: list,
    title: 'another client’s user is not found',
    call: async ({ rival, createUserId }) => rival('GET', `/documents?user_id=${await createUserId()}`),
    expects: { status: 404, errors: [notFoundMessage('User')] },
  },
  ...pagingRows(list, {
    firstOffset: 0,
    maxLimit: 500,
    defaultLimit: 500,
    path: async ({ createUserId }) => `/documents?user_id=${await createUserId()}`,
  }),
  ...requiresApiKey(list),
  {
    endpoint: documentEndpoint,
    title: 'returns the document with its file as Base64',
    async call(world) {
      const { submission, bytes } = await sharedStatement(world)
      const reply = await world.acme('GET', `/documents/${submission.document_id}`)
      return mapBody(reply, ({ file_contents, ...rest }) => ({
        rest,
        isTheFile: file_contents === bytes.toString('base64'),
      }))
    },
    expects: { status: 200, body: { rest: document, isTheFile: true } },
  },
  ...rejectsUnknownIds(documentEndpoint, 'Document'),
  ...requiresApiKey(documentEndpoint),
  {
    endpoint: `${documentEndpoint}/file`,
    title: 'returns the uploaded bytes',
    async call(world) {
      const { submission } = await sharedStatement(world)
      return world.acme('GET', `/documents/${submission.document_id}/file`)
    },
    expects: { status: 200, headers: { 'content-type': 'application/pdf' } },
  },
  ...rejectsUnknownIds(`${documentEndpoint}/file`, 'Document'),
  ...requiresApiKey(`${documentEndpoint}/file`),
  rejectsRole(`${documentEndpoint}/file`, 'Support', 'FullMember'),
  {
    endpoint: `${documentEndpoint}/fields`,
    title: 'returns every extracted value with its position on the page',
    async call(world) {
      const { submission } = await sharedStatement(world)
      const reply = await world.acme('GET', `/documents/${submission.document_id}/fields`)
      return mapBody(reply, ({ fields, ...rest }) => ({
        ...rest,
        isAsRead: rest.submission_id === submission.id,
        field: fields.find(({ path }: { path: string }) => path === 'transactions.0.amount'),
      }))
    },
    expects: {
      status: 200,
      body: {
        document_id: uuid,
        user_id: uuid,
        type: 'bank_statement',
        submission_id: uuid,
        isAsRead: true,
        verified: expect.any(Boolean),
        model: null,
        pages: expect.arrayContaining([
          { page: 1, width: expect.any(Number), height: expect.any(Number), source: 'text' },
        ]),
        findings: expect.any(Array),
        revision: 0,
        missing_fields: expect.any(Array),
        correction_checks: [],
        correction_history: [],
        field: {
          path: 'transactions.0.amount',
          value: expect.stringMatching(/^-?[\d,]+\.\d\d$/),
          page: 1,
          box: [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
          method: 'text',
          confidence: expect.any(String),
          correction: null,
          is_correctable: true,
        },
      },
    },
  },
  ...rejectsUnknownIds(`${documentEndpoint}/fields`, 'Document'),
  ...requiresApiKey(`${documentEndpoint}/fields`),
  rejectsRole(`${documentEndpoint}/fields`, 'Support', 'FullMember'),
  {
    endpoint: correct,
    title: 'a corrected value keeps its author and the value that was read',
    async call(world) {
      const { submission } = await uploadStatement(world, await world.createUserId())
      const reply = await world.acme('PATCH', `/documents/${submission.document_id}/fields`, {
        revision: 0,
        changes: [{ path: bankName, action: 'correct', value: 'Test Bank' }],
      })
      return mapBody(reply, ({ fields, revision, correction_checks, correction_history }) => ({
        revision,
        correction_checks,
        correction_history,
        field: fields.find(({ path }: { path: string }) => path === bankName),
      }))
    },
    expects: {
      status: 200,
      body: {
        revision: 1,
        correction_checks: expect.arrayContaining([
          { name: 'corrected-dates', is_passed: true, note: expect.any(String) },
        ]),
        correction_history: [
          {
            path: bankName,
            action: 'corrected',
            from: expect.any(String),
            to: 'Test Bank',
            by: { kind: 'api_key', id: uuid, name: null },
            at: timestamp,
          },
        ],
        field: {
          path: bankName,
          value: 'Test Bank',
          page: 1,
          box: expect.any(Array),
          method: 'member',
          confidence: null,
          correction: {
            action: 'corrected',
            reading: expect.any(String),
            by: { kind: 'api_key', id: uuid },
            at: timestamp,
          },
          is_correctable: true,
        },
      },
    },
  },
  {
    endpoint: correct,
    title: 'a value in the wrong format is refused',
    async call(world) {
      const { submission } = await sharedStatement(world)
      return world.acme('PATCH', `/documents/${submission.document_id}/fields`, {
        revision: 0,
        changes: [{ path: 'transactions.0.amount', action: 'correct', value: 'a lot' }],
      })
    },
    expects: { status: 400, errors: [/changes\.0\.value.*an amount/] },
  },
  {
    endpoint: correct,
    title: 'a stale revision changes nothing',
    async call(world) {
      const { submission } = await sharedStatement(world)
      return world.acme('PATCH', `/documents/${submission.document_id}/fields`, {
        revision: 7,
        changes: [{ path: 'transactions.0.amount', action: 'confirm' }],
      })
    },
    expects: { status: 409, errors: [/revision/], headers: { 'x-svc-error-code': 'fields-changed' } },
  },
  ...rejectsUnknownIds(correct, 'Document', {
    body: { revision: 0, changes: [{ path: 'transactions.0.amount', action: 'confirm' }] },
  }),
  ...requiresApiKey(correct),
  rejectsRole(correct, 'Support', 'FullMember'),
  {
    endpoint: 'DELETE /documents/{document_id}',
    title: 'returns a confirmation message',
    async call(world) {
      const { submission } = await uploadStatement(world, await world.createUserId())
      return world.acme('DELETE', `/documents/${submission.document_id}`)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'GET /bankstatements/{user_id}',
    title: 'deleting a document deletes the data that was read from it',
    async call(world) {
      const { submission, user_id } = await uploadStatement(world, await world.createUserId())
      await world.acme('DELETE', `/documents/${submission.document_id}`)
      return world.acme('GET', `/bankstatements/${user_id}`)
    },
    expects: { status: 200, matches: { pagination: { total_count: 0 } } },
  },
  {
    endpoint: acceptIdentity,
    title: 'the client accepts a document that shows another person',
    async call(world) {
      const { submission } = await uploadStatement(world, await world.createUserId(bertram))
      return world.acme('POST', `/documents/${submission.document_id}/identity/accept`)
    },
    expects: { status: 200, body: { ...identityAcceptance, document_id: uuid, account_id: null } },
  },
  {
    endpoint: 'GET /documents/{document_id}',
    title: 'identity_accepted_at is set after a document that shows another person was accepted',
    async call(world) {
      const { submission } = await uploadStatement(world, await world.createUserId(bertram))
      await world.acme('POST', `/documents/${submission.document_id}/identity/accept`)
      return world.acme('GET', `/documents/${submission.document_id}`)
    },
    expects: { status: 200, matches: { identity_match: 'none', identity_accepted_at: timestamp } },
  },
  {
    endpoint: acceptIdentity,
    title: 'a document of the registered person cannot be accepted',
    async call(world) {
      const { submission } = await sharedStatement(world)
      return world.acme('POST', `/documents/${submission.document_id}/identity/accept`)
    },
    expects: {
      status: 400,
      errors: [/^Document \[.{36}\] cannot be accepted: its identity_match is \[(full|partial)\]/],
    },
  },
  ...rejectsUnknownIds(acceptIdentity, 'Document'),
  ...requiresApiKey(acceptIdentity),
  rejectsRole(acceptIdentity, 'Support', 'FullMember'),
  ...rejectsUnknownIds('DELETE /documents/{document_id}', 'Document'),
  ...requiresApiKey('DELETE /documents/{document_id}'),
  rejectsRole('DELETE /documents/{document_id}', 'Support', 'FullMember'),
]

export const documents = inArea('documents', [...presigningRows, ...payslipUploadRows, ...documentRows])
