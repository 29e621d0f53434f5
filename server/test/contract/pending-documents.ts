import { delivery } from './endpoints.ts'
import { invalid, missing, unknown } from './messages.ts'
import { needsUserToken } from './refusals.ts'
import { inArea } from './row.ts'
import { aDelivery, anAuthorisedUser, uploadPayslip } from './scenes.ts'
import { announcement, presignedUpload, uuid } from './shapes.ts'
import { type ContractWorld, look } from './world.ts'

const pending = { pending: true } as const
const endpoint = 'PUT /documents/bank-statements/presign'
const file = (name: string) => ({ file_name: `${name}.pdf`, external_id: `ext-${name}` })

async function presign(world: ContractWorld, body: unknown) {
  return (await anAuthorisedUser(world)).asUser('PUT', '/documents/bank-statements/presign', body)
}

export const documents = inArea('documents', [
  {
    ...pending,
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
    ...pending,
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
    ...pending,
    endpoint,
    says: 'a missing field is named',
    call: (world) => presign(world, {}),
    expects: { status: 400, errors: [missing('files')] },
  },
  {
    ...pending,
    endpoint,
    says: 'at least one file',
    call: (world) => presign(world, { files: [] }),
    expects: { status: 400, errors: [invalid('files')] },
  },
  {
    ...pending,
    endpoint,
    says: 'at most 12 files',
    call: (world) => presign(world, { files: Array.from({ length: 13 }, (_, n) => file(`${n}`)) }),
    expects: { status: 400, errors: [invalid('files')] },
  },
  {
    ...pending,
    endpoint,
    says: 'a file without a name, and one with an unknown field',
    call: (world) => presign(world, { files: [{ external_id: 'a' }, { ...file('march'), size: 1 }] }),
    expects: { status: 400, errors: [missing('files.0.file_name'), unknown('files.1.size')] },
  },
  {
    ...pending,
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
    ...pending,
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
  ...needsUserToken(endpoint, pending),
  {
    ...pending,
    endpoint: delivery,
    says: 'payroll data from an uploaded payslip has no account',
    call: (world) => aDelivery(world, {}, async () => uploadPayslip(world, await world.aPerson())),
    expects: { status: 200, body: { ...announcement, entry_id: uuid, account_id: null } },
  },
])
