import { Link } from '@tanstack/react-router'
import { useUserId } from '../users/user-frame.tsx'

/** Link from a page of figures to the printable report. */
export const ReportLink = () => (
  <Link to="/users/$user_id/report" params={{ user_id: useUserId() }} className="button button-secondary">
    <span className="button-text">Income report</span>
  </Link>
)
