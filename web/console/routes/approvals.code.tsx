import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { api } from '../api.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { Problem } from '../query-state.tsx'

const route = getRouteApi('/approvals/$code')

/** Approves the invitation of an Admin by an API key. A button, because mail scanners open links. */
export function Approval() {
  const { code } = route.useParams()
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: () => api.members.approveInvitation(code),
  })
  return (
    <AuthLayout
      title="Approve the invitation"
      lead="An API key wants to invite the person named in our email as an Admin. Admins manage your team and your keys."
    >
      {isSuccess ? (
        <Notice>Approved. The invitation is on its way.</Notice>
      ) : (
        <div className="stack">
          {error && <Problem error={error} />}
          <div className="actions">
            <Button busy={isPending} onClick={() => mutate()}>
              Approve the invitation
            </Button>
          </div>
          <p className="small quiet">If you did not expect this, don’t approve it, and revoke the API key.</p>
        </div>
      )}
      <p className="small quiet">
        <Link to="/signin">Sign in</Link>
      </p>
    </AuthLayout>
  )
}
