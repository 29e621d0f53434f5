import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../api.ts'
import { useMember } from '../session.ts'

const typingMs = 500

/** Loads the logo as the journey shows it. If `isMissing`, there is no image and initials are shown. */
export function useLogo(address: string | undefined) {
  const { may } = useMember()
  const typed = useSettled(address?.trim() ?? '')
  const { data } = useQuery({
    queryKey: ['logo', typed],
    enabled: typed !== '' && may('FullMember'),
    staleTime: 60_000,
    queryFn: ({ signal }) => api.configuration.getLogo({ client_logo: typed }, { signal }),
  })
  return { picture: data?.picture ?? null, isMissing: data?.picture === null }
}

/** Returns the debounced value of an input. */
function useSettled(value: string) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
