import type { KeyObject } from 'node:crypto'
import type { z } from 'zod'
import { keysOf, type Tx } from '../../../platform/database/tenancy.ts'
import { seal } from '../../../platform/secrets/seal.ts'
import { newUuidV7 } from '../../../platform/time/uuid-v7.ts'
import type { Payslip } from '../../../vocabulary/payslip.ts'
import type { IdentityMatch } from '../../identity/compare.ts'
import { markIncomeChanged } from '../../income-changes/service.ts'
import { publish } from '../../webhooks/service.ts'
import { insertEntry } from '../entries.ts'
import { figuresOf } from '../income/rolling.ts'
import { insertSubmissions } from '../queries.ts'
import type { SubmissionSource } from '../schemas.ts'
import { presentOpened } from './open-submissions.ts'
import { contentSealContext, figuresSealContext, provenanceSealContext } from './sealed-columns.ts'
import { forWebhook, type PayslipContent } from './wire.ts'

export type NewPayslip = {
  payslip: Payslip
  natural_hash: Buffer
  employment_hash: Buffer
  identity_match: IdentityMatch
  /** The document it was extracted from, if it was uploaded. */
  document?: {
    id: string
    external_id: string | null
    file_name: string
    trust_score: string | null
    provenance: object
  }
}

type PayslipEntry = {
  user_id: string
  /** Null for uploads. */
  account_id: string | null
  authorisation_id: string
  source: z.output<typeof SubmissionSource>
}

/**
 * Stores payslips as one entry and publishes user-payroll-submitted. `key` is the user's key. Returns the id of the
 * entry.
 */
export async function storePayslipEntry(
  tx: Tx,
  key: KeyObject,
  { user_id, account_id, authorisation_id, source }: PayslipEntry,
  payslips: readonly NewPayslip[],
) {
  const created_at = new Date()
  const entry_id = newUuidV7()
  const entry = { user_id, account_id, entry_id, authorisation_id, created_at, source }
  // Ids are UUIDv7 and are assigned in the order of pay dates, so that the newest payslip is listed first within an
  // entry.
  const oldestFirst = payslips.toSorted((one, other) => payDateOf(one).localeCompare(payDateOf(other)))
  const rows = oldestFirst.map((payslip) => sealPayslip(tx, key, payslip))
  await insertEntry(tx, 'payroll_entries', {
    id: entry_id,
    user_id,
    account_id,
    authorisation_id,
    created_at,
  })
  await insertSubmissions(tx, entry, rows)
  const stored = rows.toReversed().map(({ content, ...row }) => ({ row: { ...entry, ...row }, content }))
  const submissions = await presentOpened(tx, { userId: user_id, key }, stored)
  await publish(tx, {
    event: 'user-payroll-submitted',
    user_id,
    fields: { entry_id, account_id },
    payload: { entry_id, account_id, payroll_submissions: submissions.map(forWebhook) },
  })
  await markIncomeChanged(tx, user_id)
  return entry_id
}

function sealPayslip(tx: Tx, key: KeyObject, newPayslip: NewPayslip) {
  const { payslip, natural_hash, employment_hash, identity_match, document } = newPayslip
  const id = newUuidV7()
  const content: PayslipContent = {
    payslip,
    document_external_id: document?.external_id ?? null,
    document_filename: document?.file_name ?? null,
  }
  return {
    id,
    content,
    natural_hash,
    employment_hash,
    pay_date: payDateOf(newPayslip),
    sealed: seal(key, contentSealContext(id), JSON.stringify(content)),
    figures: seal(key, figuresSealContext(id), JSON.stringify(figuresOf(payslip))),
    document_id: document?.id ?? null,
    document_external_hash: document?.external_id != null ? externalIdHash(tx, document.external_id) : null,
    trust_score: document?.trust_score ?? null,
    identity_match,
    provenance: document ? seal(key, provenanceSealContext(id), JSON.stringify(document.provenance)) : null,
  }
}

const payDateOf = ({ payslip }: NewPayslip) => payslip.income_information.pay_date

const externalIdHash = (tx: Tx, externalId: string) =>
  keysOf(tx).lookupHash('payroll_submissions.document_external_id', externalId)
