import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Problem } from '../query-state.tsx'
import { makeTestUser, stateOf, testStates } from './test-data.ts'

const sizes = ['6', '12', '24']

/** Makes users of sandbox people in every state, one after the other. */
export function TestDataDialog({ onClose }: { onClose: () => void }) {
  const [size, setSize] = useState('6')
  const [made, setMade] = useState(0)
  const isCancelled = useRef(false)
  const making = useMutation({
    async mutationFn(count: number) {
      setMade(0)
      const { people } = await api.sandbox.listPeople({ limit: count, offset: 1 }).first()
      for (const [index, { user_name }] of people.entries()) {
        if (isCancelled.current) return index
        await makeTestUser(user_name, stateOf(index))
        setMade(index + 1)
      }
      return people.length
    },
    onSettled() {
      void queries.invalidateQueries({ queryKey: ['users'] })
      void queries.invalidateQueries({ queryKey: ['reviews'] })
    },
    onSuccess(count) {
      showToast(`Created ${count} test users`)
      onClose()
    },
  })
  function close() {
    isCancelled.current = true
    onClose()
  }
  return (
    <Dialog
      title="Create test users"
      onClose={close}
      actions={
        <>
          <Button busy={making.isPending} onClick={() => making.mutate(Number(size))}>
            Create them
          </Button>
          <Button kind="secondary" onClick={close}>
            {making.isPending ? 'Stop' : 'Cancel'}
          </Button>
        </>
      }
    >
      <p className="quiet">
        Registers sandbox people as new users, each in another state: {testStates.join(', ')}. Their data is
        invented. You can delete them like any user.
      </p>
      <SelectField
        label="How many"
        value={size}
        disabled={making.isPending}
        onChange={({ target }) => setSize(target.value)}
        options={sizes.map((value) => ({ value, label: value }))}
      />
      {making.isPending && (
        <>
          <progress aria-label="Users created" value={made} max={Number(size)} />
          <p role="status">
            {made} of {size} created
          </p>
        </>
      )}
      {making.error && <Problem error={making.error} />}
    </Dialog>
  )
}
