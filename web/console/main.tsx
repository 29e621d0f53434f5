import '../ui/tokens.css'
import '../ui/ui.css'
import '../ui/data.css'
import './console.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import sandboxIcon from '../ui/icon-sandbox.svg'
import { api, queries } from './api.ts'
import { isSandbox } from './environment.ts'
import { router } from './router.tsx'
import { restoreSession } from './session.ts'
import { watchActivity } from './sign-out.ts'
import { StartProblem } from './start-problem.tsx'

const root = document.getElementById('console')
if (!root) throw new Error('the page has no place for the console')
const page = createRoot(root)

/** Tabs of the sandbox have an amber icon. */
if (isSandbox) document.querySelector('link[rel="icon"]')?.setAttribute('href', sandboxIcon)

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
