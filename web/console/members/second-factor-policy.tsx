import { useMutation, useQuery } from '@tanstack/react-query'
import { Check } from '../../ui/check.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Problem, QueryState } from '../query-state.tsx'

const queryKey = ['member policy']

/** Switch with which an Admin requires a second factor of the whole team. */
export function SecondFactorPolicy() {
  const query = useQuery({ queryKey, queryFn: ({ signal }) => api.members.getPolicy({ signal }) })
  const { mutate, error, isPending } = useMutation({
    mutationFn: (require_second_factor: boolean) => api.members.updatePolicy({ require_second_factor }),
    onSuccess(policy) {
      queries.setQueryData(queryKey, policy)
      // The next requests show whether this member has a factor.
      void queries.invalidateQueries({ queryKey: ['members'] })
      showToast(
        policy.require_second_factor
          ? 'A second factor is now required'
          : 'A second factor is no longer required',
      )
    },
  })
  return (
    <div className="panel stack">
      <h2>Sign-in rules</h2>
      <QueryState query={query} lines={1}>
        {({ require_second_factor }) => (
          <Check
            label="Require all members to use an authenticator app"
            hint="Members without one must set it up the next time they use the console. Single sign-on also counts."
            checked={require_second_factor}
            disabled={isPending}
            onChange={(event) => mutate(event.target.checked)}
          />
        )}
      </QueryState>
      {error && <Problem error={error} />}
    </div>
  )
}
