import { openConnect } from '../../server/src/platform/outbound/connect.ts'
import {
  defaultOutboundLimits,
  type Outbound,
  type OutboundRules,
  openOutbound,
} from '../../server/src/platform/outbound/outbound.ts'
import type { Findings } from '../programs/findings.ts'
import { outside4, outside6 } from './blocked-addresses.ts'
import { goodNames, listTargets, rebindingName, redirects, type SsrfCase } from './cases.ts'
import { mapConcurrently } from './map-concurrently.ts'
import type { Recorder } from './recorder.ts'

export type RuleSet = { title: string; scheme: 'http' | 'https'; rules: OutboundRules }

/**
 * One group of attempts. rows() returns unexpected outcomes; connections may reach only addresses that mayReach
 * allows.
 */
type Step = { violation: string; rows(): Promise<string[]>; mayReach(address: string): boolean }

const concurrency = 16
const rebindings = 10
const refused = 'could not connect'

const isOutside = (address: string) => address === outside4 || address === outside6
const isLoopback = (address: string) => address.startsWith('127.') || address === '::1'

/**
 * Sends requests to all cases under these rules. The recorder's connections decide; error messages are checked in
 * addition.
 */
export async function attempt({ title, scheme, rules }: RuleSet, cases: SsrfCase[], recorder: Recorder) {
  const outbound = openOutbound(rules)
  const findings: Findings = { 'forbidden connections': [] }
  const reached: string[] = []
  try {
    for (const { violation, rows, mayReach } of listSteps(outbound, { scheme, rules, cases })) {
      findings[violation] = (await rows()).map((row) => `${title}: ${row}`)
      const addresses = (await recorder.takeArrivals()).map(({ address }) => address)
      const forbidden = addresses
        .filter((address) => !mayReach(address))
        .map((address) => `${title}: ${address}`)
      findings['forbidden connections']?.push(...forbidden)
      reached.push(...addresses)
    }
  } finally {
    await outbound.close()
  }
  const loopback = reached.filter(isLoopback).length
  findings['loopback allowed but not reached'] = rules.allowLoopback && loopback === 0 ? [title] : []
  return { findings, loopback, outside: reached.filter(isOutside).length }
}

type Trial = { scheme: string; rules: OutboundRules; cases: SsrfCase[] }

function listSteps(outbound: Outbound, { scheme, rules, cases }: Trial): Step[] {
  /** Returns the status of the reply, or the error message. */
  const send = (target: string) =>
    outbound.post({ url: `${scheme}://${target}`, headers: {}, body: 'x' }).then(
      ({ status }) => String(status),
      (error: Error) => error.message,
    )
  const sendEach = async (targets: string[], isRight: (outcome: string, index: number) => boolean) => {
    const outcomes = await mapConcurrently(concurrency, targets, send)
    return targets.flatMap((target, index) => {
      const outcome = outcomes[index] ?? ''
      return isRight(outcome, index) ? [] : [`${target}: ${outcome}`]
    })
  }
  // If loopback is allowed, some cases reach it, and names with one internal among several external addresses may
  // reach the outside.
  const isOpen = (address: string) => rules.allowLoopback && (isLoopback(address) || isOutside(address))
  const isRefused = (outcome: string) => outcome === refused || (rules.allowLoopback && outcome === '200')
  const targets = cases.map(({ target }) => target)
  return [
    {
      violation: 'not refused, or with another message',
      mayReach: isOpen,
      rows: () => sendEach(targets, isRefused),
    },
    { violation: 'connected to a blocked address', mayReach: isOpen, rows: () => connectToAll(rules) },
    {
      violation: 'allowed addresses not reached',
      mayReach: isOutside,
      rows: () => sendEach(listGood(scheme), (outcome) => outcome === '200'),
    },
    {
      violation: 'redirects followed',
      mayReach: isOutside,
      rows: () => {
        const statuses = redirects.map(({ status }) => String(status))
        return sendEach(
          redirects.map(({ target }) => target),
          (outcome, index) => outcome === statuses[index],
        )
      },
    },
    { violation: 'DNS rebinding not refused', mayReach: isOutside, rows: () => rebind(send) },
  ]
}

/** Tests the check at connection time alone, without the check of the URL. */
async function connectToAll(rules: OutboundRules): Promise<string[]> {
  const connect = openConnect(rules, defaultOutboundLimits)
  const outcomes = await mapConcurrently(concurrency, listTargets(), async (host) => {
    const target = { isSecure: false, host, port: 80, path: '/', origin: 'http://nobody' }
    const socket = await connect(target, new AbortController().signal).catch(() => undefined)
    socket?.destroy()
    return socket && !(rules.allowLoopback && isLoopback(host)) ? [host] : []
  })
  return outcomes.flat()
}

/**
 * Sends to a name whose DNS replies alternate between an external and an internal address, so half of the requests
 * must fail and half must succeed.
 */
async function rebind(send: (target: string) => Promise<string>): Promise<string[]> {
  const outcomes = await mapConcurrently(1, Array<string>(rebindings).fill(rebindingName), send)
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
  return count(refused) === rebindings / 2 && count('200') === rebindings / 2 ? [] : outcomes
}

function listGood(scheme: string): string[] {
  const targets = Object.values(goodNames).flatMap((name) => [name, `${name}./hook`])
  return scheme === 'https' ? [...targets, `${goodNames.both}:8443`] : targets
}
