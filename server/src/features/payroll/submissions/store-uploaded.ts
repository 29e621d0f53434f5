import type { Reading } from '../../../extraction/document.ts'
import { keysOf, type Tx } from '../../../platform/database/tenancy.ts'
import { seal } from '../../../platform/secrets/seal.ts'
import { newTimedId } from '../../../platform/time/uuid-v7.ts'
import { Payslip } from '../../../vocabulary/payslip.ts'
import type { FileProblem } from '../../documents/file-problems.ts'
import type { KeptFile, ReadFile } from '../../documents/extract-submitted.ts'
import { openUser } from '../../users/service.ts'
import { publish } from '../../webhooks/service.ts'
import { figuresOf } from '../income/rolling.ts'
import { insertEntry, insertSubmissions, listKnownHashes } from '../queries.ts'
import { employmentHasher, naturalHash } from '../retrieval/store.ts'
import { contentPlace, figuresPlace, paperPlace, presentAll } from './open-submissions.ts'
import { type Content, forWebhook } from './wire.ts'

/** In the place of an account: what is uploaded is one employment with other uploads, and with nothing that was fetched. */
const holder = 'uploads'

export const externalHash = (tx: Tx, externalId: string) =>
  keysOf(tx).lookupHash('payroll_submissions.document_external_id', externalId)

/** A payslip without these two says nothing that could be used, or compared with a bank statement. */
export function refusePayslip({ kind, submission }: Reading): FileProblem | undefined {
  if (kind !== 'payslip' || submission === null) return 'not-a-payslip'
  const parsed = Payslip.safeParse(submission)
  return parsed.data?.income_information.earnings.net_pay ? undefined : 'incomplete'
}

/** Which of the files show a payslip that the user has uploaded before, or that an earlier one of them shows. */
export async function listKnownPayslips(tx: Tx, userId: string, files: readonly ReadFile[]) {
  const hashes = files.map(({ reading }) => naturalHash(tx, holder, payslipOf(reading)))
  const known = await listKnownHashes(tx, { uploads_of: userId }, hashes)
  const again = new Set<number>()
  for (const [at, { n }] of files.entries()) {
    const hash = hashes[at]?.toString('hex') ?? ''
    if (known.has(hash)) again.add(n)
    known.add(hash)
  }
  return again
}

type Allowed = { user_id: string; authorisation_id: string }

/** Stores what was read from documents that are there now, as one entry, and says so. Nothing read, no entry: null. */
export async function storePayslips(tx: Tx, allowed: Allowed, kept: readonly KeptFile[]) {
  if (kept.length === 0) return null
  const { user_id, authorisation_id } = allowed
  const { key } = await openUser(tx, user_id)
  const created_at = new Date()
  const entry_id = newTimedId()
  const account_id = null
  const employmentHash = employmentHasher(tx, holder)
  // Ids grow with pay dates, so that within an entry the newest payslip comes first.
  const rows = kept
    .map((each) => ({ ...each, payslip: payslipOf(each.reading) }))
    .sort((one, other) => payDate(one.payslip).localeCompare(payDate(other.payslip)))
    .map(({ payslip, upload, reading, paper }) => {
      const id = newTimedId()
      const { external_id } = upload
      const content: Content = {
        payslip,
        document_external_id: external_id,
        document_filename: upload.file_name,
      }
      return {
        id,
        content,
        pay_date: payDate(payslip),
        document_id: upload.id,
        natural_hash: naturalHash(tx, holder, payslip),
        employment_hash: employmentHash(payslip),
        document_external_hash: external_id === null ? null : externalHash(tx, external_id),
        trust_score: reading.trust_score,
        sealed: seal(key, contentPlace(id), JSON.stringify(content)),
        figures: seal(key, figuresPlace(id), JSON.stringify(figuresOf(payslip))),
        provenance: seal(key, paperPlace(id), JSON.stringify(paper)),
      }
    })
  const source = 'Payslip (via Doc Scan)'
  const shared = { user_id, account_id, entry_id, authorisation_id, created_at, source }
  await insertEntry(tx, { id: entry_id, user_id, account_id, authorisation_id, created_at })
  await insertSubmissions(tx, shared, rows)
  const stored = rows.toReversed().map(({ content, ...row }) => ({ row: { ...shared, ...row }, content }))
  const submissions = await presentAll(tx, { userId: user_id, key }, stored)
  await publish(tx, {
    event: 'user-payroll-submitted',
    user_id,
    fields: { entry_id, account_id },
    payload: { entry_id, account_id, payroll_submissions: submissions.map(forWebhook) },
  })
  return entry_id
}

const payslipOf = ({ submission }: Reading) => Payslip.parse(submission)
const payDate = ({ income_information }: Payslip) => income_information.pay_date
