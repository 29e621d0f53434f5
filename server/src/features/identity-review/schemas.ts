import { z } from 'zod'
import { Timestamp, Uuid } from '../../platform/http/wire.ts'
import { IdentityMatchField } from '../identity/schemas.ts'

export const IdentityAcceptance = z
  .strictObject({
    account_id: Uuid.nullable().describe('Null for a document'),
    document_id: Uuid.nullable().describe('Null for an account'),
    identity_match: IdentityMatchField,
    identity_accepted_at: Timestamp.describe('When the data was accepted for the first time'),
    entry_id: Uuid.nullable().describe('The entry of the payslips that were held until now; otherwise null'),
    submission_ids: z.array(Uuid).describe('The bank statements that were held until now'),
  })
  .meta({ id: 'IdentityAcceptance', description: 'Data of another identity that your team has accepted.' })
