import type { z } from 'zod'
import type { Content } from './delivery/signed-message.ts'
import type { EventKind } from './schemas.ts'

type Kind = z.output<typeof EventKind>

const nobody = '00000000-0000-4000-8000-000000000000'
const entry = { entry_id: nobody, account_id: nobody }

const samples: Record<Kind, { fields: object; payload: object }> = {
  'user-payroll-submitted': { fields: entry, payload: { ...entry, payroll_submissions: [] } },
  'user-bank-statement-submitted': {
    fields: { document_external_ids: ['a-document-of-yours'] },
    payload: { bank_statement_submissions: [] },
  },
  'user-taxauth-data-submitted': { fields: entry, payload: { ...entry, income_submissions: [] } },
}

/** A delivery about nobody, in the form of a real one. */
export function sampleContent(event: Kind, now: number): Content {
  const { fields, payload } = samples[event]
  return {
    thin: JSON.stringify({ event, user_id: nobody, timestamp: new Date(now).toISOString(), ...fields }),
    payload: JSON.stringify(payload),
    isPayloadOmitted: false,
    isTombstone: false,
    isTest: true,
  }
}
