import type { KeyScope } from '@payproof/sdk'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { api, queries } from '../api.ts'
import { isSandbox } from '../environment.ts'
import { Form } from '../form.tsx'
import { useMember } from '../session.ts'
import { offerToReference } from './sandbox-key.ts'

const aboutScopes: Record<KeyScope, string> = {
  read: 'People, income, documents, events and the audit log',
  write: 'Register and change people, connect accounts',
  erase: 'Delete people, accounts, documents and entries',
  tokens: 'Create and revoke links and tokens for people',
  webhooks: 'Read and change webhooks',
  configuration: 'Read and change settings and terms',
  members: 'Read and invite members',
}
const keyScopes = Object.keys(aboutScopes) as KeyScope[]
const withheldFromDevelopers: readonly KeyScope[] = ['configuration', 'members']

/** Creates an API key. The key exists only in this dialog and is lost once the dialog is closed. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<string>()
  if (key) return <NewKey apiKey={key} onClose={onClose} />
  return (
    <Dialog title="Create API key" onClose={onClose}>
      <Form
        submit="Create key"
        send={({ name = '', expires_at, addresses = '', ...fields }) => {
          const scopes = keyScopes.filter((scope) => fields[`scope ${scope}`] !== undefined)
          const ranges = addresses.split(/[\s,]+/).filter(Boolean)
          return api.apiKeys.create({
            name,
            ...(expires_at && { expires_at: `${expires_at}T00:00:00.000Z` }),
            ...(scopes.length > 0 && { scopes }),
            ...(ranges.length > 0 && { addresses: ranges }),
          })
        }}
        onDone={(created) => {
          void queries.invalidateQueries({ queryKey: ['api-keys'] })
          setKey(created.key)
        }}
        onCancel={onClose}
      >
        {(errorOf) => (
          <>
            <Field
              label="Name"
              name="name"
              autoComplete="off"
              hint="The system that uses the key, so that you know what stops if you revoke it."
              error={errorOf('name')}
            />
            <Field
              label="Expires on"
              name="expires_at"
              type="date"
              hint="At 00:00 UTC. Leave empty for no expiry."
              error={errorOf('expires_at')}
            />
            <ScopeBoxes />
            <Field
              label="Addresses"
              name="addresses"
              autoComplete="off"
              hint="IP addresses or ranges such as 203.0.113.0/24, separated by commas. Leave empty to allow any address."
              error={errorOf('addresses')}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}

/** Developers cannot give the scopes that they do not have themselves, and must choose. */
function ScopeBoxes() {
  const isDeveloper = useMember().role === 'Developer'
  const offered = keyScopes.filter((scope) => !isDeveloper || !withheldFromDevelopers.includes(scope))
  return (
    <fieldset className="checks">
      <legend>Scopes</legend>
      <p className="field-hint">
        {isDeveloper
          ? 'Choose what the key can do.'
          : 'Choose what the key can do. If you choose nothing, it can do everything.'}
      </p>
      {offered.map((scope) => (
        <Check key={scope} name={`scope ${scope}`} label={scope} hint={aboutScopes[scope]} />
      ))}
    </fieldset>
  )
}

function NewKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  useEffect(() => (isSandbox ? offerToReference(apiKey) : undefined), [apiKey])
  return (
    <Dialog
      title="Your new key"
      onClose={onClose}
      actions={
        <Button kind="secondary" onClick={onClose}>
          I’ve stored it
        </Button>
      }
    >
      <Notice tone="warn">We only show it once. Store it with your other secrets.</Notice>
      <div className="secret">
        <code>{apiKey}</code>
        <CopyButton text={apiKey} what="the key" />
      </div>
      {isSandbox && (
        <p>
          <a href="/docs/reference/" target="_blank" rel="noreferrer">
            Open the API reference with this key
          </a>
        </p>
      )}
    </Dialog>
  )
}
