import { getRouteApi } from '@tanstack/react-router'
import { useFilters } from '../filters.ts'
import { DownloadReport } from '../reports/download-report.tsx'
import { ShareLinks } from '../reports/share-links.tsx'
import { UserFrame } from '../users/user-frame.tsx'

const route = getRouteApi('/inside/users/$user_id/report')

export function Page() {
  const [{ page = 1 }, setFilters] = useFilters(route.useSearch())
  return (
    <UserFrame>
      {() => (
        <>
          <DownloadReport />
          <ShareLinks page={page} onPage={(next) => setFilters({ page: next })} />
        </>
      )}
    </UserFrame>
  )
}
