import type { LoggedRequest } from '@payproof/sdk'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { countOf } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { Failed } from '../../ui/states.tsx'
import { addressOf } from './curl.ts'
import { HttpStatus } from './labels.tsx'

async function send(address: string) {
  const startedAt = performance.now()
  const reply = await fetch(address, { headers: { accept: 'application/json' } })
  const body = await reply.text()
  return { status: reply.status, body, durationMs: Math.round(performance.now() - startedAt) }
}

/** Sends a GET of the sandbox again, as the signed-in member. */
export function Replay({ request }: { request: LoggedRequest }) {
  const sending = useMutation({ mutationFn: () => send(addressOf(request)) })
  const { data, error, isPending } = sending
  return (
    <section className="panel" aria-labelledby="replay">
      <div className="panel-head">
        <h2 id="replay">Send again</h2>
        <Button kind="secondary" busy={isPending} onClick={() => sending.mutate()}>
          Send
        </Button>
      </div>
      <p className="quiet small">
        We send it with your session, so your role applies instead of the key’s scopes.
        {request.query.some(({ value }) => value === null) && ' Values that are not logged are left out.'}
      </p>
      {error && <Failed errors={['The request could not be sent. Check your connection.']} />}
      {data && (
        <>
          <p className="request-tools">
            <HttpStatus status={data.status} />
            <span className="quiet small">{countOf(data.durationMs)} ms</span>
          </p>
          <JsonView text={data.body} label="Response" />
        </>
      )}
    </section>
  )
}
