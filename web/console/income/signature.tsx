import { Badge, type Tone } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Time } from '../../ui/time.tsx'
import type { Check, Signed } from './signed.ts'

const words: Record<Check, { tone: Tone; text: string }> = {
  good: { tone: 'good', text: 'Record intact' },
  bad: { tone: 'bad', text: 'Record changed' },
  unchecked: { tone: 'plain', text: 'Record signed, not checked here' },
}

export const Signature = ({ check }: { check: Check }) => (
  <Badge tone={words[check].tone}>{words[check].text}</Badge>
)

/** Shows the signed copy of a submission: verification result, date and download. */
export const SignedCopy = ({
  check,
  signed_at,
  jws,
}: Pick<Signed<unknown>, 'check' | 'signed_at' | 'jws'>) => (
  <span className="badges">
    <Signature check={check} />
    <span className="quiet">
      <Time at={signed_at} />
    </span>
    <CopyButton text={jws} what="the signed copy" />
  </span>
)

export const trustTones: Record<'High' | 'Medium' | 'Low', Tone> = {
  High: 'good',
  Medium: 'warn',
  Low: 'bad',
}

export const Trust = ({ score }: { score: 'High' | 'Medium' | 'Low' }) => (
  <Badge tone={trustTones[score]}>Trust {score.toLowerCase()}</Badge>
)
