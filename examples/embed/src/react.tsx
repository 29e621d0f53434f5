import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ShareInDialog, ShareOnThisPage } from './share-income.tsx'

function App() {
  const [isShown, setIsShown] = useState(true)
  const [exits, setExits] = useState(0)
  return (
    <main>
      <h1>Your loan</h1>
      <button type="button" onClick={() => setIsShown(!isShown)}>
        {isShown ? 'Leave this step' : 'Return to this step'}
      </button>
      {isShown && (
        <>
          <ShareInDialog />
          <ShareOnThisPage onDone={() => setExits((count) => count + 1)} />
        </>
      )}
      <p>Journeys ended on this page: {exits}</p>
    </main>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('the page has no element #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
