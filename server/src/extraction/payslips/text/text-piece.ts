import type { PageWord } from '../../document.ts'
import type { ParsedNumber } from './values.ts'

export type TextPiece = {
  text: string
  /** Set if the piece is a single number. */
  figure: ParsedNumber | null
  words: PageWord[]
  page: number
  /**
   * Number of the block: a part of the page that is read separately, such as a side panel. Unique in the document.
   */
  block: number
  x: number
  right: number
  y: number
  size: number
}
export type PayslipLine = { page: number; block: number; y: number; pieces: TextPiece[] }
