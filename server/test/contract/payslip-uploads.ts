import { expect } from 'vitest'
import { delivery } from './endpoints.ts'
import { invalid, notFoundMessage } from './messages.ts'
import { uploadOff, withUploadOff } from './presigning.ts'
import type { Row } from './row.ts'
import { createAuthorisedUser, receiveDelivery, sharedPayslip, uploadPayslip } from './scenes.ts'
import { eventFields, fileError, payrollSubmission, provenance, uuid } from './shapes.ts'
import { rejectsRole, requiresApiKey, requiresUserToken } from './shared-rows.ts'
import { type ContractWorld, mapBody, unknownId } from './world.ts'

// Payslips that are uploaded, and the provenance of their values.

const payslips = 'POST /payroll/entries/payslips'

const submissionRows: Row[] = [
  {
    endpoint: payslips,
    title: 'creates an entry without an account; the submission has its document_id',
    call: async (world) => (await uploadPayslip(world, await world.createUserId())).reply,
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
    title: 'an unreadable file creates no entry',
    async call(world) {
      const { send } = await uploadPayslip(world, await world.createUserId())
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
    title: 'a path that was not presigned for this user is refused',
    async call(world) {
      const { asUser } = await createAuthorisedUser(world, { payslip_upload_enabled: true })
      return asUser('POST', '/payroll/entries/payslips', { files: [{ path: 'elsewhere' }] })
    },
    expects: { status: 400, errors: [invalid('files.0.path')] },
  },
  {
    endpoint: payslips,
    title: 'manual_review must be a boolean',
    async call(world) {
      const { asUser } = await createAuthorisedUser(world, { payslip_upload_enabled: true })
      const files = [{ path: 'elsewhere', manual_review: 'yes' }]
      return asUser('POST', '/payroll/entries/payslips', { files })
    },
    expects: { status: 400, errors: [invalid('files.0.manual_review')] },
  },
  {
    endpoint: payslips,
    title: 'refused while payslip upload is switched off',
    call: async (world) =>
      (await withUploadOff(world))('POST', '/payroll/entries/payslips', { files: [{ path: 'elsewhere' }] }),
    expects: uploadOff,
  },
  ...requiresUserToken(payslips),
]

const payrollTrace = 'GET /payroll/{user_id}/{submission_id}/provenance'

const requestProvenance =
  (suffix = '') =>
  async (world: ContractWorld) => {
    const { user_id, submission } = await sharedPayslip(world)
    return world.acme('GET', `/payroll/${user_id}/${submission.id}/provenance${suffix}`)
  }

const onePayslip = 'GET /payroll/{user_id}/{submission_id}'

const provenanceRows: Row[] = [
  {
    endpoint: onePayslip,
    title: 'returns one payslip, identical to its item in the list',
    async call(world) {
      const { user_id, submission } = await sharedPayslip(world)
      const listed = await world.acme('GET', `/payroll/${user_id}`)
      const reply = await world.acme('GET', `/payroll/${user_id}/${submission.id}`)
      return mapBody(reply, (body) => ({
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
    title: 'another user’s payslip is not found',
    async call(world) {
      const { submission } = await sharedPayslip(world)
      return world.acme('GET', `/payroll/${await world.createUserId()}/${submission.id}`)
    },
    expects: { status: 404, errors: [notFoundMessage('Payroll submission')] },
  },
  ...requiresApiKey(onePayslip),
  rejectsRole(onePayslip, 'Support', 'FullMember'),
  {
    endpoint: payrollTrace,
    title: 'returns the document, the reader version and the page position of every printed value',
    call: requestProvenance(),
    expects: { status: 200, body: { ...provenance, account_id: null, source: 'Payslip (via Doc Scan)' } },
  },
  {
    endpoint: payrollTrace,
    title: 'an unknown submission id is not found',
    call: async (world) =>
      world.acme('GET', `/payroll/${await world.createUserId()}/${unknownId}/provenance`),
    expects: { status: 404, errors: [notFoundMessage('Payroll submission', unknownId)] },
  },
  ...requiresApiKey(payrollTrace),
  rejectsRole(payrollTrace, 'Support', 'FullMember'),
  {
    endpoint: `${payrollTrace}/signed`,
    title: 'returns a compact JWS',
    call: requestProvenance('/signed'),
    expects: { status: 200, body: { jws: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) } },
  },
  {
    endpoint: `${payrollTrace}/signed`,
    title: 'an unknown submission id is not found',
    call: async (world) =>
      world.acme('GET', `/payroll/${await world.createUserId()}/${unknownId}/provenance/signed`),
    expects: { status: 404, errors: [notFoundMessage('Payroll submission', unknownId)] },
  },
  ...requiresApiKey(`${payrollTrace}/signed`),
  rejectsRole(`${payrollTrace}/signed`, 'Support', 'FullMember'),
]

const deliveryRows: Row[] = [
  {
    endpoint: delivery,
    title: 'sends an event with account_id null for an uploaded payslip',
    call: (world) => receiveDelivery(world, {}, async () => uploadPayslip(world, await world.createUserId())),
    expects: { status: 200, body: { ...eventFields, entry_id: uuid, account_id: null } },
  },
  {
    endpoint: delivery,
    title: 'a payslip that another person has submitted before is sent as document-flagged',
    call: (world) =>
      receiveDelivery(world, { events: ['document-flagged'] }, async () => {
        const { bytes } = await uploadPayslip(world, await world.createUserId())
        const { send } = await uploadPayslip(world, await world.createUserId())
        await send(bytes)
      }),
    expects: {
      status: 200,
      body: {
        ...eventFields,
        event: 'document-flagged',
        document_id: uuid,
        type: 'payslip',
        trust_score: 'Low',
        finding_codes: ['DUPLICATE_OTHER_USER'],
      },
    },
  },
]

export const payslipUploadRows: Row[] = [...deliveryRows, ...submissionRows, ...provenanceRows]
