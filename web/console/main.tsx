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

const root = document.getElementById('console')
if (!root) throw new Error('the page has no place for the console')
await restoreSession(() => api.members.getCurrentSession())
watchActivity()
createRoot(root).render(
  <QueryClientProvider client={queries}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
