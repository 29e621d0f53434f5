// Device facts for HMRC's fraud-prevention headers (docs/guides/tax-authority.md). Facts the browser does not
// provide are omitted, never invented.

const storedAs = 'payproof:device'

type Seen = {
  userAgent: string
  screen: { width: number; height: number; colorDepth: number }
  scale: number
  window: { width: number; height: number }
  /** Minutes behind UTC, as returned by Date. */
  offset: number
}

export function deviceFacts({ userAgent, screen, scale, window, offset }: Seen): Record<string, string> {
  const factor = String(Number(scale.toFixed(6)))
  const ahead = Math.abs(offset)
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    ...(/^[\x20-\x7e]{1,500}$/.test(userAgent) && { 'x-svc-client-browser-user-agent': userAgent }),
    'x-svc-client-screens': `width=${whole(screen.width)}&height=${whole(screen.height)}&scaling-factor=${factor}&colour-depth=${whole(screen.colorDepth)}`,
    'x-svc-client-window-size': `width=${whole(window.width)}&height=${whole(window.height)}`,
    'x-svc-client-timezone': `UTC${offset > 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`,
  }
}

const whole = (value: number) => Math.min(99_999, Math.max(0, Math.round(value)))

export function deviceHeaders(userId: string): Record<string, string> {
  const id = deviceId()
  return {
    ...deviceFacts({
      userAgent: navigator.userAgent,
      screen,
      scale: devicePixelRatio,
      window: { width: innerWidth, height: innerHeight },
      offset: new Date().getTimezoneOffset(),
    }),
    ...(id && { 'x-svc-client-device-id': id }),
    'x-svc-client-user-ids': `payproof=${userId}`,
  }
}

/** Returns an id that is stable for as long as this browser keeps its storage; undefined without storage. */
function deviceId() {
  try {
    const known = localStorage.getItem(storedAs)
    if (known) return known
    const made = crypto.randomUUID()
    localStorage.setItem(storedAs, made)
    return made
  } catch {
    return undefined
  }
}
