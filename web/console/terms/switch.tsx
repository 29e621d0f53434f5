import type { AuthorisationTerm } from '@payproof/sdk'
import { useState } from 'react'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Confirm } from '../confirm.tsx'

/** Activates or deactivates a version. This changes the text for everyone, so it requires confirmation. */
export function ActiveSwitch({ term }: { term: AuthorisationTerm }) {
  const [isAsking, setIsAsking] = useState(false)
  const { id, name, authorisation_version: version, is_active: isOn } = term
  function onDone() {
    void queries.invalidateQueries({ queryKey: ['terms'] })
    showToast(`Version ${version} of ${name} is ${isOn ? 'off' : 'active'}`)
    setIsAsking(false)
  }
  const verb = isOn ? 'Switch off' : 'Activate'
  return (
    <>
      <button type="button" className="tool" onClick={() => setIsAsking(true)}>
        {verb}
        <span className="visually-hidden">
          {' '}
          version {version} of {name}
        </span>
      </button>
      {isAsking && (
        <Confirm
          title={`${verb} version ${version}?`}
          confirm={verb}
          danger={isOn}
          act={() => api.authorisations.updateTerm(id, { is_active: !isOn })}
          onDone={onDone}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {isOn
              ? 'People are no longer asked to agree to it. Consents already given stay valid.'
              : 'If several versions are active, people see the newest one.'}
          </p>
        </Confirm>
      )}
    </>
  )
}
