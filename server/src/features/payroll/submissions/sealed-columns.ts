import type { KeyObject } from 'node:crypto'
import { type SealContext, unseal } from '../../../platform/secrets/seal.ts'
import type { SourceDocument } from '../../documents/provenance.ts'
import type { PayslipFigures } from '../income/rolling.ts'

// Seal contexts of the encrypted columns of payroll_submissions.

export const contentSealContext = (id: string): SealContext => sealContextOf('sealed', id)
export const figuresSealContext = (id: string): SealContext => sealContextOf('figures', id)
export const provenanceSealContext = (id: string): SealContext => sealContextOf('provenance', id)

const sealContextOf = (column: string, row: string): SealContext => ({
  table: 'payroll_submissions',
  column,
  row,
  version: 1,
})

export const openFigures = (key: KeyObject, id: string, sealed: Buffer): PayslipFigures =>
  JSON.parse(unseal(key, figuresSealContext(id), sealed).toString())

export const openSourceDocument = (
  key: KeyObject,
  { id, provenance }: { id: string; provenance: Buffer },
): SourceDocument => JSON.parse(unseal(key, provenanceSealContext(id), provenance).toString())
