import { useQuery } from '@tanstack/react-query'
import { Field, SelectField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { QueryState } from '../query-state.tsx'

/** The most common behaviours. The guide lists all of them; they can be combined with a plus sign. */
const wanted = [
  { value: '', label: 'As usual' },
  { value: 'mfa:code', label: 'Asks for a code' },
  { value: 'mfa:date', label: 'Asks for the memorable date' },
  { value: 'mfa:chars', label: 'Asks for characters of the memorable word' },
  { value: 'error:account_locked', label: 'Account is locked' },
  { value: 'error:maintenance', label: 'Provider is under maintenance' },
  { value: 'slow:5', label: 'Every response takes 5 seconds' },
  { value: 'drop:list', label: 'Connection is cut while payslips are listed' },
]

/** Overrides a person's behaviour at a provider, for any password. */
export function BehaviourForm({ userName }: { userName: string }) {
  const providers = useSandboxProviders()
  return (
    <QueryState query={providers} lines={2}>
      {({ providers: all }) => (
        <Form
          submit="Save"
          send={({ provider = '', common, behaviour }) =>
            api.sandbox.setBehaviour(userName, { provider, behaviour: behaviour?.trim() || common || null })
          }
          onDone={({ message }) => {
            void queries.invalidateQueries({ queryKey: ['sandbox', 'providers'] })
            showToast(message)
          }}
        >
          {(errorOf) => (
            <div className="filters">
              <SelectField
                label="Provider"
                name="provider"
                options={all.map(({ id, name }) => ({ value: id, label: name }))}
                error={errorOf('provider')}
              />
              <SelectField label="What happens" name="common" options={wanted} />
              <Field
                label="Or a behaviour from the guide"
                name="behaviour"
                placeholder="mfa:code+slow:5"
                error={errorOf('behaviour')}
              />
            </div>
          )}
        </Form>
      )}
    </QueryState>
  )
}

export const useSandboxProviders = () =>
  useQuery({
    queryKey: ['sandbox', 'providers'],
    queryFn: ({ signal }) => api.sandbox.listProviders({ signal }),
  })
