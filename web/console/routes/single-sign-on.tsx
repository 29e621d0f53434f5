import { PayproofError, type SsoSettings } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Confirm } from '../confirm.tsx'
import { Form } from '../form.tsx'
import { PageFrame } from '../page-frame.tsx'
import { QueryState } from '../query-state.tsx'
import { mappingOf, mappingText } from '../single-sign-on/mapping.ts'

const queryKey = ['single sign-on']

/** Loads the settings; null while single sign-on is off. */
async function loadSettings(signal: AbortSignal): Promise<SsoSettings | null> {
  try {
    return await api.members.getSingleSignOn({ signal })
  } catch (error) {
    if (error instanceof PayproofError && error.status === 404) return null
    throw error
  }
}

export function Page() {
  const query = useQuery({ queryKey, queryFn: ({ signal }) => loadSettings(signal) })
  return (
    <PageFrame
      title="Single sign-on"
      lead="Let your team sign in with your organisation’s OpenID provider. Owners always sign in with a password."
    >
      <QueryState query={query} lines={6}>
        {(settings) => <Settings key={settings?.changed_at ?? 'off'} settings={settings} />}
      </QueryState>
    </PageFrame>
  )
}

const redirectUri = `${location.origin}/members/sso/callback`

function Settings({ settings }: { settings: SsoSettings | null }) {
  const [isRemoving, setRemoving] = useState(false)
  return (
    <div className="panel stack">
      <p>Register Payproof at your provider with this redirect URL:</p>
      <div className="secret">
        <code>{settings?.redirect_uri ?? redirectUri}</code>
        <CopyButton text={settings?.redirect_uri ?? redirectUri} what="the URL" />
      </div>
      <Form
        submit="Save"
        send={(fields) => api.members.setSingleSignOn(inputOf(fields))}
        onDone={(saved) => {
          queries.setQueryData(queryKey, saved)
          showToast('Single sign-on saved')
        }}
      >
        {(errorOf) => (
          <>
            <Field
              label="Organisation"
              name="organisation"
              hint="The name that your team enters on the sign-in page, such as acme-lending."
              defaultValue={settings?.organisation}
              error={errorOf('organisation')}
            />
            <Field
              label="Issuer"
              name="issuer"
              type="url"
              hint="The URL of your OpenID provider."
              defaultValue={settings?.issuer}
              error={errorOf('issuer')}
            />
            <Field
              label="Client id"
              name="oidc_client_id"
              defaultValue={settings?.oidc_client_id}
              error={errorOf('oidc_client_id')}
            />
            <Field
              label="Client secret"
              name="oidc_client_secret"
              type="password"
              autoComplete="off"
              hint={settings ? 'Leave it empty to keep the stored secret.' : undefined}
              error={errorOf('oidc_client_secret')}
            />
            <Field
              label="Claim for the role"
              name="role_claim"
              hint="Optional, such as groups. Without it, roles stay as you set them here."
              defaultValue={settings?.role_claim ?? ''}
              error={errorOf('role_claim')}
            />
            <TextField
              label="Roles by value of the claim"
              name="role_mapping"
              hint="One line each, such as: lending-admins = Admin. The first match wins; people without a match cannot sign in."
              rows={4}
              defaultValue={mappingText(settings?.role_mapping ?? [])}
              error={errorOf('role_mapping')}
            />
            <Check
              label="Require single sign-on for everyone except Owners"
              name="is_required"
              defaultChecked={settings?.is_required}
            />
          </>
        )}
      </Form>
      {settings && (
        <div className="actions">
          <Button kind="secondary" onClick={() => setRemoving(true)}>
            Switch off single sign-on
          </Button>
        </div>
      )}
      {isRemoving && <RemoveDialog onClose={() => setRemoving(false)} />}
    </div>
  )
}

function inputOf(fields: Record<string, string>) {
  const { organisation = '', issuer = '', oidc_client_id = '', oidc_client_secret = '' } = fields
  return {
    organisation: organisation.trim(),
    issuer: issuer.trim(),
    oidc_client_id: oidc_client_id.trim(),
    ...(oidc_client_secret && { oidc_client_secret }),
    role_claim: fields.role_claim?.trim() || null,
    role_mapping: mappingOf(fields.role_mapping ?? ''),
    is_required: fields.is_required !== undefined,
  }
}

const RemoveDialog = ({ onClose }: { onClose: () => void }) => (
  <Confirm
    title="Switch off single sign-on?"
    confirm="Switch off"
    danger
    act={() => api.members.deleteSingleSignOn()}
    onDone={() => {
      queries.setQueryData(queryKey, null)
      showToast('Single sign-on switched off')
      onClose()
    }}
    onClose={onClose}
  >
    <p>Members without a password set one with “Forgotten your password?” on the sign-in page.</p>
  </Confirm>
)
