import type { TextPiece } from '../../text/text-piece.ts'
import { unitTolerance } from '../../tuning/rows.ts'

// Compares quantity times rate with an amount.

export function isProduct(quantity: TextPiece, rate: TextPiece, pence: number): boolean {
  const { perUnit, minForRecognition, extraForRecognition } = unitTolerance
  const units = Number(quantity.figure?.decimal)
  const pounds = Number(rate.figure?.decimal)
  const tolerance = Math.max(minForRecognition, Math.abs(units) * perUnit + extraForRecognition)
  return Math.abs(Math.abs(units * pounds * 100) - Math.abs(pence)) <= tolerance
}
