import type { JourneyInvitation, NewJourneyInvitation } from '@payproof/sdk'
import { useState } from 'react'
import { Field, SelectField } from '../../ui/field.tsx'
import { timeOf } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { api } from '../api.ts'
import { Form } from '../form.tsx'
import type { SentLink } from './sent.ts'

type Props = { user_id: string; onSent: (sent: SentLink) => void }
type Mailed = JourneyInvitation & { email: string }

/** Makes the service email a separate link, which the console never receives. */
export function MailPanel({ user_id, onSent }: Props) {
  const [mailed, setMailed] = useState<Mailed>()
  return (
    <section className="panel" aria-labelledby="mail">
      <h2 id="mail">By e-mail</h2>
      <Form
        submit={mailed ? 'Send another' : 'Send the link'}
        send={async ({ email = '', language }) => {
          const invitation = {
            user_id,
            email,
            language: language as NonNullable<NewJourneyInvitation['language']>,
          }
          return { ...(await api.journeys.createInvitation(invitation)), email }
        }}
        onDone={(sent) => {
          setMailed(sent)
          onSent({ at: sent.queued_at, expires_at: sent.link_expires_at })
        }}
      >
        {(errorOf) => (
          <>
            <Field
              label="Email address of the person"
              name="email"
              type="email"
              autoComplete="off"
              hint="We keep it for this person, so that they can come back with a code."
              error={errorOf('email')}
            />
            <SelectField
              label="Language of the email"
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
                  A link is on its way to {mailed.email}. It works until {timeOf(mailed.link_expires_at)}.
                </Notice>
              </div>
            )}
          </>
        )}
      </Form>
    </section>
  )
}
