import type { SandboxProvider, SandboxProviderChange } from '@payproof/sdk'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Problem, QueryState } from '../query-state.tsx'
import { useSandboxProviders } from '../sandbox/behaviour.tsx'
import { SandboxFrame } from '../sandbox/frame.tsx'
import '../sandbox/sandbox.css'

const waits = [0, 2, 5, 15, 30, 60]

export function Page() {
  const providers = useSandboxProviders()
  const changing = useMutation({
    mutationFn: ({ id, ...change }: SandboxProviderChange & { id: string }) =>
      api.sandbox.updateProvider(id, change),
    onSuccess({ name }) {
      void queries.invalidateQueries({ queryKey: ['sandbox', 'providers'] })
      showToast(`${name} was changed`)
    },
  })
  const change = changing.mutate
  const changed = (providers.data?.providers ?? []).filter(isChanged)
  const resetting = useMutation({
    mutationFn: (all: SandboxProvider[]) =>
      Promise.all(all.map(({ id }) => api.sandbox.updateProvider(id, { reset: true }))),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sandbox', 'providers'] }),
    onSuccess: () => showToast('The providers were reset'),
  })
  return (
    <SandboxFrame
      lead="Make providers fail for your client, and see what your users and your programs receive. Other clients do not notice."
      actions={
        changed.length > 0 && (
          <Button kind="secondary" busy={resetting.isPending} onClick={() => resetting.mutate(changed)}>
            Reset all providers
          </Button>
        )
      }
    >
      {changing.error && <Problem error={changing.error} />}
      {resetting.error && <Problem error={resetting.error} />}
      <div className="panel panel-close">
        <QueryState query={providers} lines={6}>
          {({ providers: all }) => (
            <DataTable
              caption="Sandbox providers"
              rows={all}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: 'Provider',
                  cell: ({ id, name }) => (
                    <div className="two-lines">
                      <span>{name}</span>
                      <code className="quiet small">{id}</code>
                    </div>
                  ),
                },
                { title: 'State', cell: (provider) => <State provider={provider} /> },
                {
                  title: 'Response delay',
                  cell: ({ id, name, slow_seconds }) => (
                    <select
                      aria-label={`Response delay of ${name}`}
                      value={slow_seconds}
                      onChange={({ target }) => change({ id, slow_seconds: Number(target.value) })}
                    >
                      {[...new Set([...waits, slow_seconds])].map((seconds) => (
                        <option key={seconds} value={seconds}>
                          {seconds === 0 ? 'None' : `${seconds} seconds`}
                        </option>
                      ))}
                    </select>
                  ),
                },
                {
                  title: 'Changed people',
                  cell: ({ overridden_user_names: people }) =>
                    people.length > 0 ? <People userNames={people} /> : <span className="quiet">None</span>,
                },
                {
                  title: 'Locked accounts',
                  cell: ({ locked_user_names: locked }) =>
                    locked.length > 0 ? locked.join(', ') : <span className="quiet">None</span>,
                },
                {
                  title: 'Switches',
                  cell: ({ id, name, is_down, is_own, locked_user_names }) => (
                    <span className="with-copy">
                      <button
                        type="button"
                        className="tool"
                        onClick={() => change({ id, is_down: !is_down })}
                      >
                        {is_down ? 'Bring back' : 'Take down'} <span className="visually-hidden">{name}</span>
                      </button>
                      {is_own && (
                        <button type="button" className="tool" onClick={() => change({ id, reset: true })}>
                          Reset <span className="visually-hidden">{name}</span>
                        </button>
                      )}
                      {locked_user_names.length > 0 && (
                        <button type="button" className="tool" onClick={() => change({ id, unlock: true })}>
                          Unlock <span className="visually-hidden">accounts at {name}</span>
                        </button>
                      )}
                    </span>
                  ),
                },
              ]}
            />
          )}
        </QueryState>
      </div>
      <p className="quiet">
        A reset removes the outages, delays, changed people and locked accounts of your client. The settings
        of the installation then apply again. To change what happens to one person, open that person’s page.
      </p>
    </SandboxFrame>
  )
}

const isChanged = ({ is_own, locked_user_names }: SandboxProvider) => is_own || locked_user_names.length > 0

const People = ({ userNames }: { userNames: string[] }) => (
  <ul className="plain-list">
    {userNames.map((user_name) => (
      <li key={user_name}>
        <Link to="/sandbox/people/$user_name" params={{ user_name }}>
          {user_name}
        </Link>
      </li>
    ))}
  </ul>
)

function State({ provider: { is_down, slow_seconds } }: { provider: SandboxProvider }) {
  if (is_down) return <Badge tone="bad">Down</Badge>
  return slow_seconds > 0 ? <Badge tone="warn">Slow</Badge> : <Badge tone="good">Working</Badge>
}
