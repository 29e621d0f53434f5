import { expect, test } from 'vitest'
import { aStatement } from '../../../test/features/sample-statements.ts'
import { createStatementFile, startDocumentTests } from '../../../test/uploaded-documents.ts'
import { addAccount } from '../accounts/service.ts'
import { extractCredits } from '../bank-statements/credits.ts'
import { listCredits } from '../bank-statements/service.ts'
import { hashAccount, storeRetrievedStatements } from '../bank-statements/store-statements.ts'

const { acme, aPerson, inTransaction, sql } = await startDocumentTests()

type Line = [string, string, string]
type Owner = { user_id: string; authorisation_id: string }

const uploaded: Line[] = [
  ['2026-04-28', 'QUILL & THIMBLE SALARY', '2,000.00'],
  ['2026-05-29', 'QUILL & THIMBLE SALARY', '2,000.00'],
]
// The bank's own text differs from the printed one.
const retrieved: Line[] = [['2026-05-29', 'BGC QUILL AND THIMBLE', '2,000.00']]

const connectBank = (owner: Owner) =>
  inTransaction((tx) =>
    addAccount(tx, {
      ...owner,
      payroll_provider: 'sandbox-bank',
      holder: { user_name: null, employee_name: null, extra: {} },
      status: 'AUTHORISED',
      reason: 'consent-given',
      is_bank: true,
    }),
  )

const retrieve = (owner: Owner, account_id: string, lines: Line[], account = '12345678') =>
  inTransaction((tx) => {
    const statement = aStatement(lines, account)
    statement.statement_period = { start_date: '2026-05-01', end_date: '2026-05-31' }
    const account_hash = hashAccount(tx, statement.account_information) ?? Buffer.alloc(0)
    const { credits } = extractCredits(statement)
    return storeRetrievedStatements(tx, { ...owner, account_id }, [{ statement, account_hash, credits }])
  })

const creditsOf = async (userId: string) => {
  const statements = await inTransaction((tx) =>
    listCredits(tx, userId, { first: '2026-01-01', last: '2026-12-31' }),
  )
  return statements.flatMap(({ credits }) => credits.map(({ date, description }) => `${date} ${description}`))
}

async function aPersonWithUpload() {
  const person = await aPerson()
  const { body } = await person.submit('bank_statement', [createStatementFile(uploaded)])
  const [{ id }] = body.bank_statement_submissions
  const { user_id, authorisation_id } = person
  return { user_id, uploadId: id as string, owner: { user_id, authorisation_id } }
}

const duplicatesOf = async (user_id: string) =>
  Object.fromEntries(
    (await acme('GET', `/bankstatements/${user_id}`)).body.bank_statement_submissions.map(
      ({ id, duplicate_of }: { id: string; duplicate_of: string | null }) => [id, duplicate_of],
    ),
  )

test('an upload is marked if the bank gave the same account and days, and those days count once', async () => {
  const { user_id, uploadId, owner } = await aPersonWithUpload()
  const { id } = await connectBank(owner)
  const [bankId = ''] = await retrieve(owner, id, retrieved)
  expect(await duplicatesOf(user_id)).toEqual({ [uploadId]: bankId, [bankId]: null })
  // April is on the upload only, so it still counts.
  expect((await creditsOf(user_id)).toSorted()).toEqual([
    '2026-04-28 QUILL & THIMBLE SALARY',
    '2026-05-29 BGC QUILL AND THIMBLE',
  ])
})

test('an upload that an older release stored without a hash is recognised, too', async () => {
  const { user_id, uploadId, owner } = await aPersonWithUpload()
  await sql('update bank_statement_submissions set account_hash = null where id = $1', [uploadId])
  const { id } = await connectBank(owner)
  const [bankId = ''] = await retrieve(owner, id, retrieved)
  expect(await duplicatesOf(user_id)).toEqual({ [uploadId]: bankId, [bankId]: null })
  expect(await creditsOf(user_id)).toHaveLength(2)
})

test('a statement of another account or of other days is not a duplicate', async () => {
  const { user_id, uploadId, owner } = await aPersonWithUpload()
  const { id } = await connectBank(owner)
  const [bankId = ''] = await retrieve(owner, id, retrieved, '87654321')
  expect(await duplicatesOf(user_id)).toEqual({ [uploadId]: null, [bankId]: null })
  expect(await creditsOf(user_id)).toHaveLength(3)
})

test('an account that is connected twice counts once', async () => {
  const { user_id, owner } = await aPersonWithUpload()
  const [first, second] = [await connectBank(owner), await connectBank(owner)]
  const [one = ''] = await retrieve(owner, first.id, retrieved)
  const [two = ''] = await retrieve(owner, second.id, retrieved)
  expect(await duplicatesOf(user_id)).toMatchObject({ [one]: null, [two]: one })
})
