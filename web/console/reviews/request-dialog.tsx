import type { Coverage, User } from '@payproof/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { monthRangesOf } from '../../ui/month-ranges.ts'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'

type Kind = Coverage['missing_documents'][number]['kind']
const kindNames: Record<Kind, string> = { payslips: 'payslips', bank_statements: 'bank statements' }

type Props = { user: User; kind: Kind; months: string[] }

/** Asks the person by email for the documents of the missing months. The link opens where they are uploaded. */
export function RequestButton({ user, kind, months }: Props) {
  const [isOpen, setOpen] = useState(false)
  const onClose = () => setOpen(false)
  const { user_id, email } = user
  return (
    <>
      <Button kind="secondary" onClick={() => setOpen(true)}>
        {`Request missing ${kindNames[kind]}`}
      </Button>
      {isOpen && (
        <Dialog title={`Request missing ${kindNames[kind]}`} onClose={onClose}>
          <p>We email a link that opens the upload page for these months: {monthRangesOf(months)}.</p>
          <Form
            submit="Send the request"
            send={({ email: typed }) =>
              api.journeys.createInvitation({
                user_id,
                ...(typed && { email: typed }),
                request: { kind, months },
              })
            }
            onDone={() => {
              void queries.invalidateQueries({ queryKey: ['users', user_id, 'review'] })
              showToast('Request sent')
              onClose()
            }}
            onCancel={onClose}
          >
            {(errorOf) =>
              email ? (
                <p className="quiet">{`To ${email}`}</p>
              ) : (
                <Field
                  label="Email address of the person"
                  name="email"
                  type="email"
                  autoComplete="off"
                  required
                  error={errorOf('email')}
                />
              )
            }
          </Form>
        </Dialog>
      )}
    </>
  )
}
