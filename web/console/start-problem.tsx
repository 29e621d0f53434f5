import { AuthLayout } from './auth-layout.tsx'
import { Problem } from './query-state.tsx'

/** Shown if the service does not say whether the member is signed in, for example while it restarts. */
export const StartProblem = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <AuthLayout title="The console could not be loaded">
    <Problem error={error} onRetry={onRetry} />
  </AuthLayout>
)
