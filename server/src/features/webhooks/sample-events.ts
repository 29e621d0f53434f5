import type { z } from 'zod'
import type { DeliveryContent } from './delivery/signed-message.ts'
import type { EventFields, EventKind } from './schemas.ts'

type Kind = z.output<typeof EventKind>

const sampleUserId = '00000000-0000-4000-8000-000000000000'
const entry = { entry_id: sampleUserId, account_id: sampleUserId }

const samples: { [K in Kind]: { fields: z.input<(typeof EventFields)[K]>; payload?: object } } = {
  'user-payroll-submitted': { fields: entry, payload: { ...entry, payroll_submissions: [] } },
  'user-bank-statement-submitted': {
    fields: { document_external_ids: ['a-document-of-yours'] },
    payload: { bank_statement_submissions: [] },
  },
  'user-taxauth-data-submitted': { fields: entry, payload: { ...entry, income_submissions: [] } },
  'account-status-changed': {
    fields: {
      account_id: sampleUserId,
      from_status: 'AUTHORISED',
      status: 'EXPIRED',
      reason: 'session-ended',
    },
  },
  'authorisation-revoked': {
    fields: {
      authorisation_id: sampleUserId,
      term_id: sampleUserId,
      withdrawn_by: 'person',
      revoked_at: '2026-01-01T12:00:00.000Z',
    },
  },
  'journey-ended': {
    fields: {
      journey_id: sampleUserId,
      outcome: 'finished',
      reason: 'connected',
      account_id: sampleUserId,
    },
  },
  'document-flagged': {
    fields: {
      document_id: sampleUserId,
      type: 'payslip',
      trust_score: 'Low',
      finding_codes: ['BOX_OVER_TEXT'],
    },
  },
  'income-summary-updated': {
    fields: { model_id: 'income-1', as_of: '2026-01-01', status: 'ready' },
  },
  'identity-mismatch': {
    fields: {
      account_id: sampleUserId,
      document_id: null,
      identity_match: 'none',
      differences: ['name', 'date_of_birth'],
    },
  },
  'review-status-changed': {
    fields: { from_status: 'in_review', status: 'decided', decision: 'approve', assignee_id: sampleUserId },
  },
}

/** Composes the content of a test delivery: fictitious data in the format of a real event. */
export function composeSampleContent(event: Kind, now: number): DeliveryContent {
  const { fields, payload } = samples[event]
  return {
    thin: Buffer.from(
      JSON.stringify({ event, user_id: sampleUserId, timestamp: new Date(now).toISOString(), ...fields }),
    ),
    payload: payload && Buffer.from(JSON.stringify(payload)),
    isPayloadOmitted: false,
    isTombstone: false,
    isTest: true,
  }
}
