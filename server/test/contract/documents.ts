import { expect } from 'vitest'
import { delivery } from './endpoints.ts'
import { invalid, missing, noSuch, unknown } from './messages.ts'
import { knowsWhoExists, needsApiKey, needsUserToken, pages, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import {
  aDelivery,
  anAuthorisedUser,
  bertram,
  sharedPayslip,
  sharedStatement,
  uploadPayslip,
  uploadStatement,
} from './scenes.ts'
import {
  announcement,
  document,
  fileError,
  identityAcceptance,
  message,
  pagination,
  payrollSubmission,
  presignedUpload,
  provenance,
  timestamp,
  uuid,
} from './shapes.ts'
import { type ContractWorld, look, nobodysId } from './world.ts'

const acceptIdentity = 'POST /documents/{document_id}/identity/accept'
const correct = 'PATCH /documents/{document_id}/fields'
const bankName = 'account_information.bank_name'
const endpoint = 'PUT /documents/bank-statements/presign'
const file = (name: string) => ({ file_name: `${name}.pdf`, external_id: `ext-${name}` })

async function presign(world: ContractWorld, body: unknown) {
  return (await anAuthorisedUser(world)).asUser('PUT', '/documents/bank-statements/presign', body)
}

const payslips = 'POST /payroll/entries/payslips'

/** Creates a user whose payslip uploads are disabled. */
async function withUploadOff(world: ContractWorld) {
  const { asUser } = await anAuthorisedUser(world, { payslip_upload_enabled: false })
  return asUser
}

const uploadOff = {
  status: 403,
  errors: [/payslip upload/i],
  headers: { 'x-svc-error-code': 'payslip-upload-off' },
}

const payslipUploads: Promised[] = [
  {
    endpoint: `${payslips}/presign`,
    says: 'an upload address for each payslip',
    async call(world) {
      const { asUser } = await anAuthorisedUser(world, { payslip_upload_enabled: true })
      return asUser('POST', '/payroll/entries/payslips/presign', { files: [file('march')] })
    },
    expects: { status: 200, body: { presigned_urls: [{ ...presignedUpload, ...file('march') }] } },
  },
  {
    endpoint: `${payslips}/presign`,
    says: 'at least one file',
    async call(world) {
      const { asUser } = await anAuthorisedUser(world, { payslip_upload_enabled: true })
      return asUser('POST', '/payroll/entries/payslips/presign', { files: [] })
    },
    expects: { status: 400, errors: [invalid('files')] },
  },
  {
    endpoint: `${payslips}/presign`,
    says: 'not where the upload of payslips is off',
    call: async (world) =>
      (await withUploadOff(world))('POST', '/payroll/entries/payslips/presign', { files: [file('march')] }),
    expects: uploadOff,
  },
  {
    endpoint: `${payslips}/presign`,
    says: 'the length is signed if it is given',
    async call(world) {
      const { asUser } = await anAuthorisedUser(world, { payslip_upload_enabled: true })
      const files = [{ ...file('march'), bytes: 2_000 }]
      return look(await asUser('POST', '/payroll/entries/payslips/presign', { files }), (body) => {
        const [{ headers, presigned_url }] = body.presigned_urls
        return { headers, signed: new URL(presigned_url).searchParams.get('X-Amz-SignedHeaders') }
      })
    },
    expects: {
      status: 200,
      body: {
        headers: { ...presignedUpload.headers, 'Content-Length': '2000' },
        signed: 'content-length;content-type;host;if-none-match',
      },
    },
  },
  {
    endpoint: `${payslips}/presign`,
    says: 'no length above 10 MB',
    async call(world) {
      const { asUser } = await anAuthorisedUser(world, { payslip_upload_enabled: true })
      const files = [{ ...file('march'), bytes: 100_000_000 }]
      return asUser('POST', '/payroll/entries/payslips/presign', { files })
    },
    expects: { status: 400, errors: [invalid('files.0.bytes')] },
  },
  ...needsUserToken(`${payslips}/presign`),
  {
    endpoint: payslips,
    says: 'an entry without an account, whose submission names its document',
    call: async (world) => (await uploadPayslip(world, await world.aPerson())).reply,
    expects: {
      status: 201,
      body: {
        account_id: null,
        entry_id: uuid,
        authorisation_id: uuid,
        payslip_errors: [],
        payroll_submissions: [
          {
            ...payrollSubmission,
            account_id: null,
            document_id: uuid,
            document_external_id: 'ext-paper',
            document_filename: 'paper.pdf',
            source: 'Payslip (via Doc Scan)',
            trust_score: expect.toBeOneOf(['Low', 'Medium', 'High']),
          },
        ],
      },
    },
  },
  {
    endpoint: payslips,
    says: 'nothing that could be read makes no entry',
    async call(world) {
      const { send } = await uploadPayslip(world, await world.aPerson())
      return send(Buffer.from('%PDF-1.4 but not really %%EOF'))
    },
    expects: {
      status: 201,
      body: {
        account_id: null,
        entry_id: null,
        authorisation_id: uuid,
        payroll_submissions: [],
        payslip_errors: [fileError],
      },
    },
  },
  {
    endpoint: payslips,
    says: 'a path that was not offered to this user',
    async call(world) {
      const { asUser } = await anAuthorisedUser(world, { payslip_upload_enabled: true })
      return asUser('POST', '/payroll/entries/payslips', { files: [{ path: 'elsewhere' }] })
    },
    expects: { status: 400, errors: [invalid('files.0.path')] },
  },
  {
    endpoint: payslips,
    says: 'not where the upload of payslips is off',
    call: async (world) =>
      (await withUploadOff(world))('POST', '/payroll/entries/payslips', { files: [{ path: 'elsewhere' }] }),
    expects: uploadOff,
  },
  ...needsUserToken(payslips),
]

const payrollTrace = 'GET /payroll/{user_id}/{submission_id}/provenance'

const tracedAt =
  (way = '') =>
  async (world: ContractWorld) => {
    const { user_id, submission } = await sharedPayslip(world)
    return world.acme('GET', `/payroll/${user_id}/${submission.id}/provenance${way}`)
  }

const onePayslip = 'GET /payroll/{user_id}/{submission_id}'

const provenances: Promised[] = [
  {
    endpoint: onePayslip,
    says: 'one payslip, the same as in the list',
    async call(world) {
      const { user_id, submission } = await sharedPayslip(world)
      const listed = await world.acme('GET', `/payroll/${user_id}`)
      const reply = await world.acme('GET', `/payroll/${user_id}/${submission.id}`)
      return look(reply, (body) => ({
        body,
        isListed: listed.body.payroll_submissions.some(
          (each: object) => JSON.stringify(each) === JSON.stringify(body),
        ),
      }))
    },
    expects: {
      status: 200,
      body: { body: { ...payrollSubmission, source: 'Payslip (via Doc Scan)' }, isListed: true },
    },
  },
  {
    endpoint: onePayslip,
    says: 'a payslip of another user does not exist',
    async call(world) {
      const { submission } = await sharedPayslip(world)
      return world.acme('GET', `/payroll/${await world.aPerson()}/${submission.id}`)
    },
    expects: { status: 404, errors: [noSuch('Payroll submission')] },
  },
  ...needsApiKey(onePayslip),
  refusesRole(onePayslip, 'Support', 'FullMember'),
  {
    endpoint: payrollTrace,
    says: 'document, reader version, and a page position for every printed value',
    call: tracedAt(),
    expects: { status: 200, body: { ...provenance, account_id: null, source: 'Payslip (via Doc Scan)' } },
  },
  {
    endpoint: payrollTrace,
    says: 'there is none of what does not exist',
    call: async (world) => world.acme('GET', `/payroll/${await world.aPerson()}/${nobodysId}/provenance`),
    expects: { status: 404, errors: [noSuch('Payroll submission', nobodysId)] },
  },
  ...needsApiKey(payrollTrace),
  refusesRole(payrollTrace, 'Support', 'FullMember'),
  {
    endpoint: `${payrollTrace}/signed`,
    says: 'a compact JWS',
    call: tracedAt('/signed'),
    expects: { status: 200, body: { jws: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) } },
  },
  {
    endpoint: `${payrollTrace}/signed`,
    says: 'of nothing there is no copy',
    call: async (world) =>
      world.acme('GET', `/payroll/${await world.aPerson()}/${nobodysId}/provenance/signed`),
    expects: { status: 404, errors: [noSuch('Payroll submission', nobodysId)] },
  },
  ...needsApiKey(`${payrollTrace}/signed`),
  refusesRole(`${payrollTrace}/signed`, 'Support', 'FullMember'),
]

const list = 'GET /documents'
const one = 'GET /documents/{document_id}'

const kept: Promised[] = [
  {
    endpoint: list,
    says: 'what was uploaded, with what speaks for and against it',
    async call(world) {
      const { user_id } = await sharedStatement(world)
      return world.acme('GET', `/documents?user_id=${user_id}`)
    },
    expects: { status: 200, body: { pagination: pagination(0, 500, 1, 1), documents: [document] } },
  },
  {
    endpoint: list,
    says: 'a filter by type',
    async call(world) {
      const { user_id } = await sharedStatement(world)
      return world.acme('GET', `/documents?user_id=${user_id}&type=payslip`)
    },
    expects: { status: 200, body: { pagination: pagination(0, 500, 0, 0), documents: [] } },
  },
  {
    endpoint: list,
    says: 'whose documents has to be said',
    call: ({ acme }) => acme('GET', '/documents'),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: list,
    says: 'a user of another client does not exist',
    call: async ({ rival, aPerson }) => rival('GET', `/documents?user_id=${await aPerson()}`),
    expects: { status: 404, errors: [noSuch('User')] },
  },
  ...pages(list, {
    first: 0,
    max: 500,
    usual: 500,
    path: async ({ aPerson }) => `/documents?user_id=${await aPerson()}`,
  }),
  ...needsApiKey(list),
  {
    endpoint: one,
    says: 'the same with the file as Base64',
    async call(world) {
      const { submission, bytes } = await sharedStatement(world)
      const reply = await world.acme('GET', `/documents/${submission.document_id}`)
      return look(reply, ({ file_contents, ...rest }) => ({
        rest,
        isTheFile: file_contents === bytes.toString('base64'),
      }))
    },
    expects: { status: 200, body: { rest: document, isTheFile: true } },
  },
  ...knowsWhoExists(one, 'Document'),
  ...needsApiKey(one),
  {
    endpoint: `${one}/file`,
    says: 'the bytes as they were uploaded',
    async call(world) {
      const { submission } = await sharedStatement(world)
      return world.acme('GET', `/documents/${submission.document_id}/file`)
    },
    expects: { status: 200, headers: { 'content-type': 'application/pdf' } },
  },
  ...knowsWhoExists(`${one}/file`, 'Document'),
  ...needsApiKey(`${one}/file`),
  refusesRole(`${one}/file`, 'Support', 'FullMember'),
  {
    endpoint: `${one}/fields`,
    says: 'every value with its place, to be drawn over the pages',
    async call(world) {
      const { submission } = await sharedStatement(world)
      const reply = await world.acme('GET', `/documents/${submission.document_id}/fields`)
      return look(reply, ({ fields, ...rest }) => ({
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
  ...knowsWhoExists(`${one}/fields`, 'Document'),
  ...needsApiKey(`${one}/fields`),
  refusesRole(`${one}/fields`, 'Support', 'FullMember'),
  {
    endpoint: correct,
    says: 'a corrected value with its author and what was read',
    async call(world) {
      const { submission } = await uploadStatement(world, await world.aPerson())
      const reply = await world.acme('PATCH', `/documents/${submission.document_id}/fields`, {
        revision: 0,
        changes: [{ path: bankName, action: 'correct', value: 'Test Bank' }],
      })
      return look(reply, ({ fields, revision, correction_checks, correction_history }) => ({
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
    says: 'a value has the format of its field',
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
    says: 'a stale revision changes nothing',
    async call(world) {
      const { submission } = await sharedStatement(world)
      return world.acme('PATCH', `/documents/${submission.document_id}/fields`, {
        revision: 7,
        changes: [{ path: 'transactions.0.amount', action: 'confirm' }],
      })
    },
    expects: { status: 409, errors: [/revision/], headers: { 'x-svc-error-code': 'fields-changed' } },
  },
  ...knowsWhoExists(correct, 'Document', {
    body: { revision: 0, changes: [{ path: 'transactions.0.amount', action: 'confirm' }] },
  }),
  ...needsApiKey(correct),
  refusesRole(correct, 'Support', 'FullMember'),
  {
    endpoint: 'DELETE /documents/{document_id}',
    says: 'a confirmation',
    async call(world) {
      const { submission } = await uploadStatement(world, await world.aPerson())
      return world.acme('DELETE', `/documents/${submission.document_id}`)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'GET /bankstatements/{user_id}',
    says: 'a deleted document takes what was read from it along',
    async call(world) {
      const { submission, user_id } = await uploadStatement(world, await world.aPerson())
      await world.acme('DELETE', `/documents/${submission.document_id}`)
      return world.acme('GET', `/bankstatements/${user_id}`)
    },
    expects: { status: 200, holds: { pagination: { total_count: 0 } } },
  },
  {
    endpoint: acceptIdentity,
    says: 'the team accepts a document that shows another person',
    async call(world) {
      const { submission } = await uploadStatement(world, await world.aPerson(bertram))
      return world.acme('POST', `/documents/${submission.document_id}/identity/accept`)
    },
    expects: { status: 200, body: { ...identityAcceptance, document_id: uuid, account_id: null } },
  },
  {
    endpoint: 'GET /documents/{document_id}',
    says: 'a document that shows another person, accepted',
    async call(world) {
      const { submission } = await uploadStatement(world, await world.aPerson(bertram))
      await world.acme('POST', `/documents/${submission.document_id}/identity/accept`)
      return world.acme('GET', `/documents/${submission.document_id}`)
    },
    expects: { status: 200, holds: { identity_match: 'none', identity_accepted_at: timestamp } },
  },
  {
    endpoint: acceptIdentity,
    says: 'a document of the registered person needs no acceptance',
    async call(world) {
      const { submission } = await sharedStatement(world)
      return world.acme('POST', `/documents/${submission.document_id}/identity/accept`)
    },
    expects: {
      status: 400,
      errors: [/^Document \[.{36}\] cannot be accepted: its identity_match is \[(full|partial)\]/],
    },
  },
  ...knowsWhoExists(acceptIdentity, 'Document'),
  ...needsApiKey(acceptIdentity),
  refusesRole(acceptIdentity, 'Support', 'FullMember'),
  ...knowsWhoExists('DELETE /documents/{document_id}', 'Document'),
  ...needsApiKey('DELETE /documents/{document_id}'),
  refusesRole('DELETE /documents/{document_id}', 'Support', 'FullMember'),
]

export const documents = inArea('documents', [
  {
    endpoint,
    says: 'an upload address for each file, in the order asked',
    call: (world) => presign(world, { files: [file('march'), file('april')] }),
    expects: {
      status: 200,
      body: {
        presigned_urls: [
          { ...presignedUpload, ...file('march') },
          { ...presignedUpload, ...file('april') },
        ],
      },
    },
  },
  {
    endpoint,
    says: 'every upload has an address and a path of its own',
    async call(world) {
      const reply = await presign(world, { files: [file('march'), file('march')] })
      return look(reply, ({ presigned_urls: [first, second] }) => ({
        differ: first.path !== second.path && first.presigned_url !== second.presigned_url,
      }))
    },
    expects: { status: 200, body: { differ: true } },
  },
  {
    endpoint,
    says: 'a missing field is named',
    call: (world) => presign(world, {}),
    expects: { status: 400, errors: [missing('files')] },
  },
  {
    endpoint,
    says: 'at least one file',
    call: (world) => presign(world, { files: [] }),
    expects: { status: 400, errors: [invalid('files')] },
  },
  {
    endpoint,
    says: 'at most 12 files',
    call: (world) => presign(world, { files: Array.from({ length: 13 }, (_, n) => file(`${n}`)) }),
    expects: { status: 400, errors: [invalid('files')] },
  },
  {
    endpoint,
    says: 'a file without a name, and one with an unknown field',
    call: (world) => presign(world, { files: [{ external_id: 'a' }, { ...file('march'), size: 1 }] }),
    expects: { status: 400, errors: [missing('files.0.file_name'), unknown('files.1.size')] },
  },
  {
    endpoint,
    says: 'needs a valid authorisation of the user',
    async call({ aPerson, aUserToken }) {
      const asUser = await aUserToken(await aPerson())
      return asUser('PUT', '/documents/bank-statements/presign', { files: [file('march')] })
    },
    expects: {
      status: 403,
      errors: [/authorisation/i],
      headers: { 'x-svc-error-code': 'authorisation-missing' },
    },
  },
  {
    endpoint,
    says: 'x-svc-authorisation-id names a revoked one',
    async call(world) {
      const { asUser, authorisation_id, revoke, user_id } = await anAuthorisedUser(world)
      await world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 2' })
      await revoke()
      return asUser(
        'PUT',
        '/documents/bank-statements/presign',
        { files: [file('march')] },
        { 'x-svc-authorisation-id': authorisation_id },
      )
    },
    expects: { status: 403, errors: [/authorisation/i] },
  },
  ...needsUserToken(endpoint),
  {
    endpoint: delivery,
    says: 'payroll data from an uploaded payslip has no account',
    call: (world) => aDelivery(world, {}, async () => uploadPayslip(world, await world.aPerson())),
    expects: { status: 200, body: { ...announcement, entry_id: uuid, account_id: null } },
  },
  {
    endpoint: delivery,
    says: 'a payslip that another person has sent before is announced as a flagged document',
    call: (world) =>
      aDelivery(world, { events: ['document-flagged'] }, async () => {
        const { bytes } = await uploadPayslip(world, await world.aPerson())
        const { send } = await uploadPayslip(world, await world.aPerson())
        await send(bytes)
      }),
    expects: {
      status: 200,
      body: {
        ...announcement,
        event: 'document-flagged',
        document_id: uuid,
        type: 'payslip',
        trust_score: 'Low',
        finding_codes: ['DUPLICATE_OTHER_USER'],
      },
    },
  },
  ...payslipUploads,
  ...provenances,
  ...kept,
])
