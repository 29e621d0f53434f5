import type { FlaggedUsers } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { api } from '../api.ts'

export type UserFlag = FlaggedUsers['users'][number]['flags'][number]

const words: Record<UserFlag['code'], { tone: Tone; one: string; many: string }> = {
  'document-low-trust': { tone: 'bad', one: 'low-trust document', many: 'low-trust documents' },
  'identity-differs': { tone: 'bad', one: 'identity mismatch', many: 'identity mismatches' },
  'unread-document': { tone: 'warn', one: 'unread document', many: 'unread documents' },
  disputed: { tone: 'warn', one: 'dispute', many: 'disputes' },
}

/** Loads what needs a check for the given users. Every role may see it, because it has counts only. */
export function useFlags(user_ids: readonly string[]) {
  const { data } = useQuery({
    queryKey: ['users', 'flags', user_ids],
    enabled: user_ids.length > 0,
    queryFn: ({ signal }) => api.users.listFlags({ user_ids: user_ids.join(',') }, { signal }),
  })
  return new Map(data?.users.map(({ user_id, flags }) => [user_id, flags]))
}

/** Shows the flags of a user, worst first. */
export const FlagBadges = ({ flags }: { flags: readonly UserFlag[] }) =>
  flags.length > 0 && (
    <span className="badges">
      {flags.map(({ code, count }) => (
        <Badge key={code} tone={words[code].tone}>
          {count} {count === 1 ? words[code].one : words[code].many}
        </Badge>
      ))}
    </span>
  )
