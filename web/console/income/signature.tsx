import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Check } from './signed.ts'

const words: Record<Check, { tone: Tone; text: string }> = {
  good: { tone: 'good', text: 'Signed, checked here' },
  bad: { tone: 'bad', text: 'Signature does not fit' },
  unchecked: { tone: 'plain', text: 'Signed, not checked here' },
}

export const signatureWords = (check: Check) => words[check].text

export const Signature = ({ check }: { check: Check }) => (
  <Badge tone={words[check].tone}>{words[check].text}</Badge>
)

export const trustTones: Record<'High' | 'Medium' | 'Low', Tone> = {
  High: 'good',
  Medium: 'warn',
  Low: 'bad',
}

/** How far a paper is to be trusted, as the service says. */
export const Trust = ({ score }: { score: 'High' | 'Medium' | 'Low' }) => (
  <Badge tone={trustTones[score]}>Trust {score.toLowerCase()}</Badge>
)
