import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { api, queries } from '../api.ts'
import { Door } from '../auth-layout.tsx'
import { Form } from '../form.tsx'
import { placeIn } from '../places.ts'
import { beginSession, emailToOffer, offerEmail, useSession } from '../session.ts'

type Asked = { username: string; session: string }

// A rate limit for password guessing is shown at once, with the wait.
const once = { retries: 0 }

export function SignIn() {
  const session = useSession()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const [asked, setAsked] = useState<Asked>()
  const { history } = useRouter()
  useEffect(() => {
    if (session) history.replace(placeIn(next))
  }, [session, next, history])
  if (session) return null
  return asked ? (
    <SecondFactor {...asked} onBack={() => setAsked(undefined)} />
  ) : (
    <FirstFactor onAsked={setAsked} />
  )
}

type Done = Awaited<ReturnType<typeof api.members.signIn>>

function finish(result: Done) {
  if (!('jwt' in result)) return
  // Clear cached data of the previous member.
  queries.clear()
  beginSession(result)
}

function FirstFactor({ onAsked }: { onAsked: (asked: Asked) => void }) {
  const [username, setUsername] = useState(emailToOffer)
  return (
    <Door title="Sign in">
      <Form
        submit="Sign in"
        send={({ password = '' }) => api.members.signIn({ username, password }, once)}
        onDone={(result) => {
          if ('session' in result) onAsked({ username, session: result.session })
          finish(result)
        }}
      >
        {(errorOf) => (
          <>
            <Field
              label="E-mail"
              name="username"
              type="email"
              autoComplete="username"
              value={username}
              onChange={(event) => {
                setUsername(event.target.value)
                offerEmail(event.target.value)
              }}
              error={errorOf('username')}
            />
            <Field
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              error={errorOf('password')}
            />
          </>
        )}
      </Form>
      <p className="small">
        <Link to="/password-reset">Forgotten your password?</Link>
      </p>
    </Door>
  )
}

function SecondFactor({ username, session, onBack }: Asked & { onBack: () => void }) {
  return (
    <Door title="Check your e-mail" lead="We have sent you a code of six digits. It is good for ten minutes.">
      <Form
        submit="Continue"
        send={({ mfa_code = '' }) =>
          api.members.validateMfa({ username, session, mfa_code: mfa_code.trim() }, once)
        }
        onDone={finish}
      >
        {(errorOf) => (
          <Field
            label="Code"
            name="mfa_code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={16}
            error={errorOf('mfa_code')}
          />
        )}
      </Form>
      <p className="small">
        <button type="button" className="link" onClick={onBack}>
          Start again
        </button>
      </p>
    </Door>
  )
}
