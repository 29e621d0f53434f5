import type { SandboxProvider, SandboxProviderChange } from '@payproof/sdk'
import { useMutation } from '@tanstack/react-query'
import { Badge } from '../../ui/badge.tsx'
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
  return (
    <SandboxFrame lead="Make providers fail, and see what people and your programs receive. All clients of this sandbox share them.">
      {changing.error && <Problem error={changing.error} />}
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
                  title: 'Locked accounts',
                  cell: ({ locked_user_names: locked }) =>
                    locked.length > 0 ? locked.join(', ') : <span className="quiet">None</span>,
                },
                {
                  title: 'Switches',
                  cell: ({ id, name, is_down, locked_user_names }) => (
                    <span className="with-copy">
                      <button
                        type="button"
                        className="tool"
                        onClick={() => change({ id, is_down: !is_down })}
                      >
                        {is_down ? 'Bring back' : 'Take down'} <span className="visually-hidden">{name}</span>
                      </button>
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
      <p className="quiet">To change what happens to one person, open that person’s page.</p>
    </SandboxFrame>
  )
}

function State({ provider: { is_down, slow_seconds } }: { provider: SandboxProvider }) {
  if (is_down) return <Badge tone="bad">Down</Badge>
  return slow_seconds > 0 ? <Badge tone="warn">Slow</Badge> : <Badge tone="good">Working</Badge>
}
