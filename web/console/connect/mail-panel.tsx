import type { JourneyInvitation, NewJourneyInvitation } from '@payproof/sdk'
import { useState } from 'react'
import { Field, SelectField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { api } from '../api.ts'
import { sendsTexts } from '../environment.ts'
import { Form } from '../form.tsx'
import type { SentLink } from './sent.ts'

type Props = { user_id: string; onSent: (sent: SentLink) => void }
type Channel = 'email' | 'phone'
type Mailed = JourneyInvitation & { recipient: string }

const channels: { value: Channel; label: string }[] = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Text message' },
]

/** Makes the service send a separate link by email or text message, which the console never receives. */
export function MailPanel({ user_id, onSent }: Props) {
  const [mailed, setMailed] = useState<Mailed>()
  const [channel, setChannel] = useState<Channel>('email')
  return (
    <section className="panel" aria-labelledby="mail">
      <h2 id="mail">{sendsTexts ? 'By email or text message' : 'By email'}</h2>
      <Form
        submit={mailed ? 'Send another' : 'Send the link'}
        send={async (fields) => {
          const recipient = fields[channel] ?? ''
          const sent = await api.journeys.createInvitation({
            user_id,
            ...(channel === 'phone' ? { phone: recipient } : { email: recipient }),
            language: fields.language as NonNullable<NewJourneyInvitation['language']>,
          })
          return { ...sent, recipient }
        }}
        onDone={(sent) => {
          setMailed(sent)
          onSent({ at: sent.queued_at, expires_at: sent.link_expires_at })
        }}
      >
        {(errorOf) => (
          <>
            {sendsTexts && (
              <SelectField
                label="Send by"
                options={channels}
                value={channel}
                onChange={({ target }) => setChannel(target.value as Channel)}
              />
            )}
            <Recipient key={channel} channel={channel} error={errorOf(channel)} />
            <SelectField
              label="Language of the message"
              name="language"
              options={[
                { value: 'en', label: 'English' },
                { value: 'cy', label: 'Welsh' },
              ]}
              error={errorOf('language')}
            />
            {mailed && (
              <div role="status">
                <Notice tone="good">
                  A link is on its way to {mailed.recipient}. It works until{' '}
                  <Time at={mailed.link_expires_at} />.
                </Notice>
              </div>
            )}
          </>
        )}
      </Form>
    </section>
  )
}

const Recipient = ({ channel, error }: { channel: Channel; error: string | undefined }) => (
  <Field
    label={channel === 'phone' ? 'UK mobile number of the person' : 'Email address of the person'}
    name={channel}
    type={channel === 'phone' ? 'tel' : 'email'}
    autoComplete="off"
    hint="We keep it for this person, so that they can come back with a code."
    error={error}
  />
)
