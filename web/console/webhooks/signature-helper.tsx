import type { DeliveryWithAttempts } from '@payproof/sdk'
import { useEffect, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import { momentOf } from '../../ui/format.ts'
import { hasSignature, type Signatures, signaturesOf } from './signature.ts'

/**
 * Computes both signatures of an attempt step by step, so that a member can compare them with the received ones.
 * Nothing is sent anywhere.
 */
export function SignatureHelper({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { delivery_id, attempts } = delivery
  const [secret, setSecret] = useState('')
  const [body, setBody] = useState(delivery.body ?? '')
  const [attempt, setAttempt] = useState(String(attempts.at(-1)?.attempt ?? ''))
  const [received, setReceived] = useState({ standard: '', hexadecimal: '' })
  const [made, setMade] = useState<Signatures>()
  const startedAt = attempts.find((one) => String(one.attempt) === attempt)?.started_at
  const second = Math.floor(Date.parse(startedAt ?? '') / 1000)

  useEffect(() => {
    let isGone = false
    if (!secret || Number.isNaN(second)) setMade(undefined)
    else
      void signaturesOf({ secret, deliveryId: delivery_id, second, body }).then(
        (signatures) => !isGone && setMade(signatures),
      )
    return () => {
      isGone = true
    }
  }, [secret, second, body, delivery_id])

  if (attempts.length === 0)
    return <p className="quiet">Nothing has been sent yet, so there is no signature.</p>
  return (
    <div className="stack">
      <p className="quiet">
        Computed in your browser in the same way as by the service. The secret is not sent or stored.
      </p>
      <Field
        label="Signing secret"
        type="password"
        autoComplete="off"
        value={secret}
        reveal={{ show: 'Show', hide: 'Hide' }}
        onChange={(event) => setSecret(event.target.value)}
      />
      <SelectField
        label="Attempt"
        value={attempt}
        options={attempts.map((one) => ({
          value: String(one.attempt),
          label: `${one.attempt}: ${momentOf(one.started_at)}`,
        }))}
        onChange={(event) => setAttempt(event.target.value)}
      />
      <TextField
        label="Body"
        rows={4}
        spellCheck={false}
        value={body}
        hint="Must match byte for byte. For an encrypted delivery or a test, paste what your receiver got."
        onChange={(event) => setBody(event.target.value)}
      />
      <Step
        title="webhook-signature"
        steps={[
          [
            'webhook-id, webhook-timestamp and body, joined by full stops',
            `${delivery_id}.${second}.${short(body)}`,
          ],
          ['HMAC-SHA256 with the secret, as Base64, after v1,', made?.standard],
        ]}
        signature={made?.standard}
        received={received.standard}
        onReceived={(standard) => setReceived({ ...received, standard })}
      />
      <Step
        title="x-svc-signature"
        steps={[
          ['The body alone', short(body)],
          ['HMAC-SHA512 with the secret, as hexadecimal', made?.hexadecimal],
        ]}
        signature={made?.hexadecimal}
        received={received.hexadecimal}
        onReceived={(hexadecimal) => setReceived({ ...received, hexadecimal })}
      />
    </div>
  )
}

const short = (body: string) => (body.length > 160 ? `${body.slice(0, 120)} … ${body.slice(-30)}` : body)

type StepProps = {
  title: string
  steps: [name: string, text: string | undefined][]
  signature: string | undefined
  received: string
  onReceived: (header: string) => void
}

function Step({ title, steps, signature, received, onReceived }: StepProps) {
  return (
    <section className="signature" aria-label={title}>
      <h3>
        <code>{title}</code>
      </h3>
      <ol>
        {steps.map(([name, text]) => (
          <li key={name}>
            <span className="quiet small">{name}</span>
            <code>{text ?? 'Enter the secret first'}</code>
          </li>
        ))}
      </ol>
      {signature && <CopyButton text={signature} what={title} />}
      <Field
        label={`The header ${title} that your receiver got`}
        autoComplete="off"
        spellCheck={false}
        value={received}
        onChange={(event) => onReceived(event.target.value)}
      />
      <p role="status">
        {signature &&
          received &&
          (hasSignature(received, signature) ? (
            <Badge tone="good">They match</Badge>
          ) : (
            <Badge tone="bad">No match: different secret, time or body</Badge>
          ))}
      </p>
    </section>
  )
}
