/** Channel on which docs/site/reference/browser.ts requests a key. Only pages of our own origin can listen to it. */
const keyChannel = 'payproof-sandbox-key'

/**
 * Hands a sandbox key to API reference pages that request one, until the returned function is called. The key is
 * never part of a URL or stored by the console. A production key is never offered.
 */
export function offerToReference(key: string) {
  if (!key.startsWith('svc_sbx_')) return
  const channel = new BroadcastChannel(keyChannel)
  channel.addEventListener('message', ({ data }) => {
    if (data?.kind === 'request') channel.postMessage({ kind: 'key', key })
  })
  return () => channel.close()
}
