import type { z } from 'zod'
import type { DeliveryContent } from './delivery/signed-message.ts'
import type { EventKind } from './schemas.ts'

type Kind = z.output<typeof EventKind>

const sampleUserId = '00000000-0000-4000-8000-000000000000'
const entry = { entry_id: sampleUserId, account_id: sampleUserId }

const samples: Record<Kind, { fields: object; payload: object }> = {
  'user-payroll-submitted': { fields: entry, payload: { ...entry, payroll_submissions: [] } },
  'user-bank-statement-submitted': {
    fields: { document_external_ids: ['a-document-of-yours'] },
    payload: { bank_statement_submissions: [] },
  },
  'user-taxauth-data-submitted': { fields: entry, payload: { ...entry, income_submissions: [] } },
}

/** Content of a test delivery: made-up data in the format of a real event. */
export function composeSampleContent(event: Kind, now: number): DeliveryContent {
  const { fields, payload } = samples[event]
  return {
    thin: JSON.stringify({ event, user_id: sampleUserId, timestamp: new Date(now).toISOString(), ...fields }),
    payload: JSON.stringify(payload),
    isPayloadOmitted: false,
    isTombstone: false,
    isTest: true,
  }
}
