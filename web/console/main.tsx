import '../ui/tokens.css'
import '../ui/ui.css'
import '../ui/data.css'
import './console.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { api, queries } from './api.ts'
import { router } from './router.tsx'
import { restoreSession } from './session.ts'
import { watchActivity } from './sign-out.ts'
import { StartProblem } from './start-problem.tsx'

const root = document.getElementById('console')
if (!root) throw new Error('the page has no place for the console')
const page = createRoot(root)

async function open() {
  try {
    await restoreSession(() => api.members.getCurrentSession())
  } catch (error) {
    page.render(<StartProblem error={error} onRetry={() => void open()} />)
    return
  }
  page.render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

watchActivity()
await open()
