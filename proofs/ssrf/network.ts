import { execFileSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { networkInterfaces } from 'node:os'

/**
 * Makes every address local. Refuses to run unless this is a new, empty network namespace, because elsewhere the
 * commands would disconnect the machine, and the control run would reach real hosts.
 */
export function takeAllAddresses(outerNamespace: string) {
  const namespace = readlinkSync('/proc/self/ns/net')
  const links = execFileSync('ip', ['-brief', 'link'], { encoding: 'utf8' }).trim().split('\n')
  if (!outerNamespace || namespace === outerNamespace) throw new Error('not in a separate network namespace')
  if (Object.keys(networkInterfaces()).length > 0 || links.length !== 1 || !links[0]?.startsWith('lo')) {
    throw new Error(`the network namespace is not empty: ${links.join('; ')}`)
  }
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  execFileSync('ip', ['route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo'])
  execFileSync('ip', ['-6', 'route', 'add', 'local', '::/0', 'dev', 'lo'])
}
