import type { DocumentReading, PayslipReading } from '../../../extraction/document.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { Payslip } from '../../../vocabulary/payslip.ts'
import type { ExtractedFile, HeldDocument } from '../../documents/extract-submitted.ts'
import type { FileProblem } from '../../documents/file-problems.ts'
import { comparePayslip } from '../../identity/service.ts'
import { openUser } from '../../users/service.ts'
import { listKnownHashes } from '../queries.ts'
import { employmentHasher, naturalHash } from './payslip-hashes.ts'
import { storePayslipEntry } from './store-entry.ts'

/**
 * Used in place of the account id in the hashes: uploads share employments with other uploads, never with retrieved
 * payslips.
 */
export const uploadHolder = 'uploads'

/**
 * Returns why a payslip is rejected. Pay date and net pay are required: without them, a payslip cannot be used or
 * matched with a bank statement.
 */
export function refusePayslip({ kind, submission }: DocumentReading): FileProblem | undefined {
  if (kind !== 'payslip') return 'not-a-payslip'
  if (submission === null) return 'not-read'
  const parsed = Payslip.safeParse(submission)
  return parsed.data?.income_information.earnings.net_pay ? undefined : 'incomplete'
}

/** Lists the required values that a payslip does not show, or that could not be read. */
export function listMissingValues({ submission }: Pick<DocumentReading, 'submission'>) {
  const { pay_date, earnings } = (submission as PayslipReading | null)?.income_information ?? {}
  return [...(pay_date ? [] : ['pay_date']), ...(earnings?.net_pay ? [] : ['net_pay'])]
}

/** Lists the files whose payslip the user has uploaded before or whose payslip is also in an earlier file. */
export async function listKnownPayslips(tx: Tx, userId: string, files: readonly ExtractedFile[]) {
  const hashes = files.map(({ reading }) => naturalHash(tx, uploadHolder, payslipOf(reading)))
  const known = await listKnownHashes(tx, { uploads_of: userId }, hashes)
  const duplicates = new Set<number>()
  for (const [at, { n }] of files.entries()) {
    const hash = hashes[at]?.toString('hex') ?? ''
    if (known.has(hash)) duplicates.add(n)
    known.add(hash)
  }
  return duplicates
}

/** Stores the payslips of stored documents as one entry. Returns null if there are none. */
export async function storeUploadedPayslips(
  tx: Tx,
  { user_id, authorisation_id }: { user_id: string; authorisation_id: string },
  documents: readonly HeldDocument[],
) {
  if (documents.length === 0) return null
  const { key, person } = await openUser(tx, user_id)
  const employmentHash = employmentHasher(tx, uploadHolder)
  const payslips = documents.map(({ upload, reading, source }) => {
    const payslip = payslipOf(reading)
    return {
      payslip,
      natural_hash: naturalHash(tx, uploadHolder, payslip),
      employment_hash: employmentHash(payslip),
      identity_match: comparePayslip(person, payslip).match,
      document: {
        id: upload.id,
        external_id: upload.external_id,
        file_name: upload.file_name,
        trust_score: reading.trust_score,
        provenance: source,
      },
    }
  })
  const entry = { user_id, account_id: null, authorisation_id, source: 'Payslip (via Doc Scan)' } as const
  return storePayslipEntry(tx, key, entry, payslips)
}

const payslipOf = ({ submission }: Pick<DocumentReading, 'submission'>) => Payslip.parse(submission)
