import '../ui/tokens.css'
import '../ui/ui.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { paint } from './brand.ts'
import { openBridge } from './events/bridge.ts'
import { onEvent } from './events/events.ts'
import { begin } from './session/begin.ts'
import { boot } from './session/boot.ts'
import { leaveForHost } from './session/leaving.ts'
import { firstLanguage, setLanguage } from './texts/index.ts'

const root = document.getElementById('journey')
if (!root) throw new Error('the page has no place for the journey')
paint(boot.client?.brand_colour ?? null)
onEvent(openBridge({ origins: boot.frame_origins, onLeave: leaveForHost }).send)
await setLanguage(firstLanguage())
void begin()
root.replaceChildren()
createRoot(root).render(<App />)
