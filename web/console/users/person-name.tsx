import { useQuery } from '@tanstack/react-query'
import { shortened } from '../../ui/short-id.tsx'
import { api } from '../api.ts'
import { useMember } from '../session.ts'
import { nameOf } from './user-frame.tsx'

/** Name of a user, or the abbreviated id for roles that may not see names. */
export function PersonName({ user_id }: { user_id: string }) {
  const { may } = useMember()
  const { data } = useQuery({
    queryKey: ['users', user_id],
    enabled: may('FullMember', 'Underwriter'),
    staleTime: 60_000,
    queryFn: ({ signal }) => api.users.get(user_id, { signal }),
  })
  return data ? nameOf(data) : `User ${shortened(user_id)}`
}
