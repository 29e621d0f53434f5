import type { Severity, TrustFinding } from '../../document.ts'
import { locatePieces, type TextPiece } from '../text/lines.ts'

type ArithmeticError = {
  code: string
  severity: Severity
  title: string
  message: string
  /** Amounts on the page, each with the expected and the printed amount. Amounts that are not printed are left out. */
  at: { piece: TextPiece | undefined; expected?: string; actual?: string }[]
  fields: string[]
}

export const arithmeticFinding = ({ code, at, ...error }: ArithmeticError): TrustFinding => ({
  code,
  category: 'arithmetic',
  ...error,
  places: at.flatMap(({ piece, expected, actual }) => {
    const place = piece ? locatePieces(piece) : null
    return place
      ? [{ ...place, ...(expected !== undefined && { expected }), ...(actual !== undefined && { actual }) }]
      : []
  }),
})
