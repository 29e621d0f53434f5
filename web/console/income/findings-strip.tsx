import { Link } from '@tanstack/react-router'
import './findings.css'
import { useIncomeSummary } from './summary.ts'

/** One line with the worst finding, on every page about a user except the summary, which lists all findings. */
export function FindingsStrip({ user_id }: { user_id: string }) {
  const { data } = useIncomeSummary(user_id)
  const [worst] = data?.findings ?? []
  if (!worst || worst.severity === 'low') return null
  const others = (data?.findings.length ?? 1) - 1
  return (
    <p className="findings-strip" data-worst={worst.severity}>
      <span>{worst.message}</span>
      <Link to="/users/$user_id" params={{ user_id }}>
        {others === 0 ? 'See the finding' : `See this and ${others} more`}
      </Link>
    </p>
  )
}
