import type { Account } from '@payproof/sdk'
import { Badge, type Tone } from '../../ui/badge.tsx'

type Match = Account['identity_match']

const matches: Record<Exclude<Match, 'unknown'>, { tone: Tone; words: string }> = {
  full: { tone: 'good', words: 'Same person' },
  partial: { tone: 'warn', words: 'Partly the same' },
  none: { tone: 'bad', words: 'Another person' },
}

/** How well the person whom a source shows agrees with the registered one. */
export const IdentityMatch = ({ match, acceptedAt }: { match: Match; acceptedAt?: string | null }) =>
  match === 'unknown' ? (
    <span className="quiet">Not compared</span>
  ) : (
    <span className="badges">
      <Badge tone={acceptedAt ? 'plain' : matches[match].tone}>{matches[match].words}</Badge>
      {acceptedAt && <span className="quiet">Accepted</span>}
    </span>
  )
