import { openConnect } from '../../server/src/platform/outbound/connect.ts'
import {
  type Outbound,
  type OutboundRules,
  openOutbound,
  usualLimits,
} from '../../server/src/platform/outbound/outbound.ts'
import type { Findings } from '../programs/findings.ts'
import { atATime } from './map-concurrently.ts'
import { type Case, goodNames, listTargets, rebindingName, redirects } from './cases.ts'
import type { Recorder } from './recorder.ts'
import { outside4, outside6 } from './blocked-addresses.ts'

export type RuleSet = { title: string; scheme: 'http' | 'https'; rules: OutboundRules }

/** Something to try: the rows say what went otherwise than meant, and nothing may arrive but at these addresses. */
type Step = { wrong: string; rows(): Promise<string[]>; mayReach(address: string): boolean }

const hands = 16
const rebindings = 10
const refused = 'could not connect'

const isOutside = (address: string) => address === outside4 || address === outside6
const isLoopback = (address: string) => address.startsWith('127.') || address === '::1'

/** Sends to every case by these rules. What arrives at the recorder is the judge; what the guard says comes second. */
export async function attempt({ title, scheme, rules }: RuleSet, cases: Case[], recorder: Recorder) {
  const outbound = openOutbound(rules)
  const findings: Findings = { 'connections that must not be': [] }
  const reached: string[] = []
  try {
    for (const { wrong, rows, mayReach } of listSteps(outbound, { scheme, rules, cases })) {
      findings[wrong] = (await rows()).map((row) => `${title}: ${row}`)
      const addresses = (await recorder.takeArrivals()).map(({ address }) => address)
      const astray = addresses
        .filter((address) => !mayReach(address))
        .map((address) => `${title}: ${address}`)
      findings['connections that must not be']?.push(...astray)
      reached.push(...addresses)
    }
  } finally {
    await outbound.close()
  }
  const loopback = reached.filter(isLoopback).length
  findings['loopback allowed but not reached'] = rules.allowLoopback && loopback === 0 ? [title] : []
  return { findings, loopback, outside: reached.filter(isOutside).length }
}

type Trial = { scheme: string; rules: OutboundRules; cases: Case[] }

function listSteps(outbound: Outbound, { scheme, rules, cases }: Trial): Step[] {
  /** The status of the answer, or what the failure says. */
  const send = (place: string) =>
    outbound.post({ url: `${scheme}://${place}`, headers: {}, body: 'x' }).then(
      ({ status }) => String(status),
      (error: Error) => error.message,
    )
  const sendEach = async (places: string[], isRight: (outcome: string, index: number) => boolean) => {
    const outcomes = await atATime(hands, places, send)
    return places.flatMap((place, index) => {
      const outcome = outcomes[index] ?? ''
      return isRight(outcome, index) ? [] : [`${place}: ${outcome}`]
    })
  }
  // Where loopback is allowed some cases lead there, and those with one bad address among good ones may lead outside.
  const isOpen = (address: string) => rules.allowLoopback && (isLoopback(address) || isOutside(address))
  const isRefused = (outcome: string) => outcome === refused || (rules.allowLoopback && outcome === '200')
  const places = cases.map(({ place }) => place)
  return [
    { wrong: 'not refused, or in other words', mayReach: isOpen, rows: () => sendEach(places, isRefused) },
    { wrong: 'let through behind the URL check', mayReach: isOpen, rows: () => connectToAll(rules) },
    {
      wrong: 'good ones not reached',
      mayReach: isOutside,
      rows: () => sendEach(listGood(scheme), (outcome) => outcome === '200'),
    },
    {
      wrong: 'redirects not handed back',
      mayReach: isOutside,
      rows: () => {
        const statuses = redirects.map(({ status }) => String(status))
        return sendEach(
          redirects.map(({ place }) => place),
          (outcome, index) => outcome === statuses[index],
        )
      },
    },
    { wrong: 'rebindings that did not end half and half', mayReach: isOutside, rows: () => rebind(send) },
  ]
}

/** The second line of defence alone: addresses that no check of a URL has seen. */
async function connectToAll(rules: OutboundRules): Promise<string[]> {
  const connect = openConnect(rules, usualLimits)
  const outcomes = await atATime(hands, listTargets(), async (host) => {
    const target = { isSecure: false, host, port: 80, path: '/', origin: 'http://nobody' }
    const socket = await connect(target, new AbortController().signal).catch(() => undefined)
    socket?.destroy()
    return socket && !(rules.allowLoopback && isLoopback(host)) ? [host] : []
  })
  return outcomes.flat()
}

/** Every second answer of the DNS is an address inside. Half of the requests must therefore fail, and half succeed. */
async function rebind(send: (place: string) => Promise<string>): Promise<string[]> {
  const outcomes = await atATime(1, Array<string>(rebindings).fill(rebindingName), send)
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
  return count(refused) === rebindings / 2 && count('200') === rebindings / 2 ? [] : outcomes
}

function listGood(scheme: string): string[] {
  const places = Object.values(goodNames).flatMap((name) => [name, `${name}./hook`])
  return scheme === 'https' ? [...places, `${goodNames.both}:8443`] : places
}
