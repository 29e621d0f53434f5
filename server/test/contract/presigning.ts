import { invalid, missing, unknown } from './messages.ts'
import type { Row } from './row.ts'
import { createAuthorisedUser } from './scenes.ts'
import { presignedUpload } from './shapes.ts'
import { requiresUserToken } from './shared-rows.ts'
import { type ContractWorld, mapBody } from './world.ts'

// Presigned upload URLs for bank statements and payslips.

const payslips = 'POST /payroll/entries/payslips'
const endpoint = 'PUT /documents/bank-statements/presign'
const file = (name: string) => ({ file_name: `${name}.pdf`, external_id: `ext-${name}` })

async function presign(world: ContractWorld, body: unknown) {
  return (await createAuthorisedUser(world)).asUser('PUT', '/documents/bank-statements/presign', body)
}

/** Creates a user whose payslip uploads are disabled. */
export async function withUploadOff(world: ContractWorld) {
  const { asUser } = await createAuthorisedUser(world, { payslip_upload_enabled: false })
  return asUser
}

export const uploadOff = {
  status: 403,
  errors: [/payslip upload/i],
  headers: { 'x-svc-error-code': 'payslip-upload-off' },
}

export const presigningRows: Row[] = [
  {
    endpoint,
    title: 'returns a presigned URL for each file, in the order of the request',
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
    title: 'every upload has its own URL and path',
    async call(world) {
      const reply = await presign(world, { files: [file('march'), file('march')] })
      return mapBody(reply, ({ presigned_urls: [first, second] }) => ({
        differ: first.path !== second.path && first.presigned_url !== second.presigned_url,
      }))
    },
    expects: { status: 200, body: { differ: true } },
  },
  {
    endpoint,
    title: 'reports each missing field by name',
    call: (world) => presign(world, {}),
    expects: { status: 400, errors: [missing('files')] },
  },
  {
    endpoint,
    title: 'an empty list of files is refused',
    call: (world) => presign(world, { files: [] }),
    expects: { status: 400, errors: [invalid('files')] },
  },
  {
    endpoint,
    title: 'more than 12 files are refused',
    call: (world) => presign(world, { files: Array.from({ length: 13 }, (_, n) => file(`${n}`)) }),
    expects: { status: 400, errors: [invalid('files')] },
  },
  {
    endpoint,
    title: 'reports a missing file name and an unknown field by name',
    call: (world) => presign(world, { files: [{ external_id: 'a' }, { ...file('march'), size: 1 }] }),
    expects: { status: 400, errors: [missing('files.0.file_name'), unknown('files.1.size')] },
  },
  {
    endpoint,
    title: 'the user must have a valid authorisation',
    async call({ createUserId, callerForUser }) {
      const asUser = await callerForUser(await createUserId())
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
    title: 'x-svc-authorisation-id of a revoked authorisation is refused',
    async call(world) {
      const { asUser, authorisation_id, revoke, user_id } = await createAuthorisedUser(world)
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
  ...requiresUserToken(endpoint),
  {
    endpoint: `${payslips}/presign`,
    title: 'returns a presigned URL for each payslip',
    async call(world) {
      const { asUser } = await createAuthorisedUser(world, { payslip_upload_enabled: true })
      return asUser('POST', '/payroll/entries/payslips/presign', { files: [file('march')] })
    },
    expects: { status: 200, body: { presigned_urls: [{ ...presignedUpload, ...file('march') }] } },
  },
  {
    endpoint: `${payslips}/presign`,
    title: 'an empty list of files is refused',
    async call(world) {
      const { asUser } = await createAuthorisedUser(world, { payslip_upload_enabled: true })
      return asUser('POST', '/payroll/entries/payslips/presign', { files: [] })
    },
    expects: { status: 400, errors: [invalid('files')] },
  },
  {
    endpoint: `${payslips}/presign`,
    title: 'refused while payslip upload is switched off',
    call: async (world) =>
      (await withUploadOff(world))('POST', '/payroll/entries/payslips/presign', { files: [file('march')] }),
    expects: uploadOff,
  },
  {
    endpoint: `${payslips}/presign`,
    title: 'signs the content length if it is given',
    async call(world) {
      const { asUser } = await createAuthorisedUser(world, { payslip_upload_enabled: true })
      const files = [{ ...file('march'), bytes: 2_000 }]
      return mapBody(await asUser('POST', '/payroll/entries/payslips/presign', { files }), (body) => {
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
    title: 'a content length above 10 MB is refused',
    async call(world) {
      const { asUser } = await createAuthorisedUser(world, { payslip_upload_enabled: true })
      const files = [{ ...file('march'), bytes: 100_000_000 }]
      return asUser('POST', '/payroll/entries/payslips/presign', { files })
    },
    expects: { status: 400, errors: [invalid('files.0.bytes')] },
  },
  ...requiresUserToken(`${payslips}/presign`),
]
