import type { SandboxArrival } from '@payproof/sdk'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'

type Verdict = SandboxArrival['signatures']['standard']

const verdicts: Record<Verdict, { tone: Tone; words: string }> = {
  verified: { tone: 'good', words: 'Signature verified' },
  refused: { tone: 'bad', words: 'Signature refused' },
  'not-sent': { tone: 'plain', words: 'Not signed' },
  'not-checked': { tone: 'plain', words: 'Signature not checked' },
}

/** Shows one delivery as received by the inbox, with expandable details. */
export function Arrival({ delivery }: { delivery: SandboxArrival }) {
  const { number, event, received_at, answered, is_test, is_tombstone, attempt, problems, headers, body } =
    delivery
  const { standard, hexadecimal, next } = delivery.signatures
  const { tone, words } = verdicts[standard]
  return (
    <details className="arrival">
      <summary>
        <span className="arrival-event">{event ?? 'No event'}</span>
        <span className="quiet small nowrap">
          <Time at={received_at} seconds />
        </span>
        <span className="arrival-marks">
          <Badge tone={tone}>{words}</Badge>
          {delivery.is_encrypted && (
            <Badge tone={delivery.is_decrypted ? 'good' : 'warn'}>
              {delivery.is_decrypted ? 'Decrypted' : 'Encrypted'}
            </Badge>
          )}
          {is_test && <Badge tone="note">Test</Badge>}
          {is_tombstone && <Badge tone="note">Deleted data</Badge>}
          {!delivery.is_accepted && <Badge tone="bad">Answered {answered}</Badge>}
        </span>
      </summary>
      <div className="arrival-body">
        {problems.length > 0 && (
          <Notice tone="warn" title="Problems your code would hit">
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </Notice>
        )}
        <Facts
          facts={[
            { name: 'Number', value: number },
            { name: 'Status', value: answered },
            { name: 'Attempt', value: attempt },
            { name: 'Signature', value: verdicts[standard].words },
            { name: 'Hexadecimal signature', value: verdicts[hexadecimal].words },
            { name: 'Signature with the next secret', value: verdicts[next].words },
          ]}
        />
        {body === null ? (
          <p className="quiet">The body is encrypted. It cannot be shown without the key.</p>
        ) : (
          <>
            <div className="with-copy">
              <h3>Body</h3>
              <CopyButton text={body} what="the body" />
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
            <pre tabIndex={0}>{indented(body)}</pre>
          </>
        )}
        <h3>Headers</h3>
        <Facts
          facts={Object.entries(headers).map(([name, value]) => ({ name, value: <code>{value}</code> }))}
        />
      </div>
    </details>
  )
}

function indented(body: string) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
