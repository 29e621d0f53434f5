import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { useFilters } from '../filters.ts'
import { Form } from '../form.tsx'
import { QueryState } from '../query-state.tsx'
import { Arrival } from '../sandbox/arrival.tsx'
import { SandboxFrame } from '../sandbox/frame.tsx'
import '../sandbox/sandbox.css'

/** Number of deliveries per page, which is the maximum of the API. */
const size = 20

const route = getRouteApi('/inside/sandbox/inbox')

export function Page() {
  const [{ page = 1 }, setFilters] = useFilters(route.useSearch())
  const inbox = useQuery({
    queryKey: ['sandbox', 'inbox', page],
    queryFn: ({ signal }) =>
      api.sandbox.getInbox({ offset: 1 + (page - 1) * size, limit: size }, { signal }).first(),
    placeholderData: keepPreviousData,
  })
  return (
    <SandboxFrame
      lead="A test endpoint that verifies deliveries the way your code would."
      actions={
        <Button kind="secondary" busy={inbox.isFetching} onClick={() => void inbox.refetch()}>
          Refresh
        </Button>
      }
    >
      <QueryState query={inbox}>
        {({ url, pagination, deliveries }) => (
          <>
            <section className="panel" aria-labelledby="address">
              <h2 id="address">Address</h2>
              <p className="quiet">Use it as the URL of a webhook.</p>
              <div className="secret">
                <code>{url}</code>
                <CopyButton text={url} what="the address of the inbox" />
              </div>
              <Keys />
            </section>
            <section className="panel panel-close" aria-labelledby="arrived">
              <h2 id="arrived" className="panel-title">
                Deliveries received
              </h2>
              {deliveries.length === 0 ? (
                <Empty title="Nothing has arrived yet" />
              ) : (
                <>
                  {deliveries.map((delivery) => (
                    <Arrival key={delivery.number} delivery={delivery} />
                  ))}
                  <Pager
                    page={page}
                    size={size}
                    total={pagination.total_count}
                    onPage={(next) => setFilters({ page: next })}
                  />
                </>
              )}
            </section>
          </>
        )}
      </QueryState>
    </SandboxFrame>
  )
}

/** Sets the keys with which the inbox verifies and decrypts deliveries from now on. */
const Keys = () => (
  <Form
    submit="Save"
    send={({ signing_secret, encryption_key }) =>
      api.sandbox.setInboxKeys({
        signing_secrets: signing_secret ? [signing_secret] : [],
        encryption_keys: encryption_key ? [encryption_key] : [],
      })
    }
    onDone={({ message }) => {
      void queries.invalidateQueries({ queryKey: ['sandbox', 'inbox'] })
      showToast(message)
    }}
  >
    {(errorOf) => (
      <div className="filters">
        <Field
          label="Signing secret"
          name="signing_secret"
          hint="The inbox checks signatures with it."
          autoComplete="off"
          error={errorOf('signing_secret')}
        />
        <Field
          label="Encryption key"
          name="encryption_key"
          autoComplete="off"
          hint="32 bytes in Base64. The inbox decrypts bodies with it."
          error={errorOf('encryption_key')}
        />
      </div>
    )}
  </Form>
)
