import type { Passkey } from '@payproof/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Confirm } from '../confirm.tsx'
import { QueryState } from '../query-state.tsx'
import { PasskeyProblem } from './passkey-button.tsx'
import { addPasskey, canUsePasskeys } from './webauthn.ts'

const queryKey = ['passkeys']
const reload = () => queries.invalidateQueries({ queryKey })
// A member has at most 20 passkeys, so that one page shows them all.
const allPasskeys = { limit: 20 }

/** The member's passkeys, and buttons to add and remove them. */
export function Passkeys() {
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey>()
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.members.listPasskeys(allPasskeys, { signal }).first(),
  })
  return (
    <>
      <h2>Passkeys</h2>
      <p className="quiet">
        Sign in with your fingerprint, your face or the PIN of your device. No other site can use a passkey.
      </p>
      <div className="panel stack">
        <QueryState query={query} lines={2}>
          {({ passkeys }) =>
            passkeys.length > 0 && <PasskeyTable passkeys={passkeys} onRemove={setRemoving} />
          }
        </QueryState>
        <AddButton onClick={() => setIsAdding(true)} />
      </div>
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
      {removing && <RemoveDialog passkey={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

const AddButton = ({ onClick }: { onClick: () => void }) =>
  canUsePasskeys() ? (
    <div className="actions">
      <Button kind="secondary" onClick={onClick}>
        Add a passkey
      </Button>
    </div>
  ) : (
    <p className="quiet">
      To add a passkey, open the console by its host name in a browser that supports passkeys.
    </p>
  )

type TableProps = { passkeys: readonly Passkey[]; onRemove: (passkey: Passkey) => void }

const PasskeyTable = ({ passkeys, onRemove }: TableProps) => (
  <DataTable
    caption="Passkeys"
    rows={passkeys}
    keyOf={({ id }) => id}
    columns={[
      { title: 'Name', cell: ({ name }) => name },
      { title: 'Added', cell: ({ created_at }) => <Time at={created_at} /> },
      {
        title: 'Last used',
        cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : 'Never'),
      },
      {
        title: 'Actions',
        quiet: true,
        align: 'end',
        cell: (passkey) => (
          <Button kind="secondary" onClick={() => onRemove(passkey)}>
            Remove
          </Button>
        ),
      },
    ]}
  />
)

function AddDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => addPasskey(name.trim()),
    onSuccess: () => {
      void reload()
      showToast('The passkey was added')
      onClose()
    },
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isPending && name.trim() !== '') mutate()
  }
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <form className="stack" onSubmit={onSubmit}>
        <Field
          label="Name"
          name="name"
          hint="A name you will recognise, such as “Work laptop”."
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {error && <PasskeyProblem error={error} />}
        <div className="actions">
          <Button type="submit" busy={isPending}>
            Continue
          </Button>
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const RemoveDialog = ({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) => (
  <Confirm
    title="Remove the passkey?"
    confirm="Remove"
    danger
    act={() => api.members.deletePasskey(id)}
    onDone={() => {
      void reload()
      showToast('The passkey was removed')
      onClose()
    }}
    onClose={onClose}
  >
    <p>You can no longer sign in with “{name}”. Delete it on your device as well.</p>
  </Confirm>
)
