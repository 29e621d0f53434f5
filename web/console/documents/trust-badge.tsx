import type { Document } from '@payproof/sdk'
import { Badge, type Tone } from '../../ui/badge.tsx'

export const typeNames: Record<Document['type'], string> = {
  payslip: 'Payslip',
  bank_statement: 'Bank statement',
}

/** The kind of a document as read. The statement of a credit card is uploaded as a bank statement. */
export const kindOf = ({ type, card_statement }: Pick<Document, 'type' | 'card_statement'>): string =>
  card_statement ? 'Credit card statement' : typeNames[type]

const tones: Record<NonNullable<Document['trust_score']>, Tone> = {
  High: 'good',
  Medium: 'warn',
  Low: 'bad',
}

/** Trust score; higher is better. */
export const Trust = ({ score }: { score: Document['trust_score'] }) =>
  score ? <Badge tone={tones[score]}>{score}</Badge> : <span className="quiet">Not judged</span>
