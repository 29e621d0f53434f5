import { useState } from 'react'
import { NoPermission } from '../../ui/states.tsx'
import { LinkPanel } from '../connect/link-panel.tsx'
import { MailPanel } from '../connect/mail-panel.tsx'
import { Progress } from '../connect/progress.tsx'
import type { SentLink } from '../connect/sent.ts'
import { useMember } from '../session.ts'
import { UserFrame } from '../users/user-frame.tsx'
import '../connect/connect.css'
import '../users/users.css'

export function Page() {
  const [sent, setSent] = useState<SentLink>()
  const { may } = useMember()
  return (
    <UserFrame>
      {({ user_id }) =>
        may('FullMember') ? (
          <>
            <div className="connect-ways">
              <LinkPanel user_id={user_id} onSent={setSent} onRevoked={() => setSent(undefined)} />
              <MailPanel user_id={user_id} onSent={setSent} />
            </div>
            {sent && <Progress user_id={user_id} sent={sent} />}
          </>
        ) : (
          <NoPermission>
            <p>Creating links needs the role FullMember or higher.</p>
          </NoPermission>
        )
      }
    </UserFrame>
  )
}
