import { expect, inject } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { shareBrowser, type Viewport } from './browser.ts'
import type { E2eService } from './service.ts'
import { startWalk, type Walk, type WalkOptions } from './walk.ts'
import { connectTo, type E2eClient, type JourneyWorld, openJourneyWorld } from './world.ts'

let connecting: Promise<JourneyWorld> | undefined

/**
 * Connects to the service that all test files of the run share. Tests must never move its sandbox's clock or take one
 * of its providers down.
 */
export function sharedWorld() {
  connecting ??= askShared<E2eService>('/service').then(connectTo)
  return connecting
}

export async function askShared<T>(path: '/service' | '/populated-client'): Promise<T> {
  const reply = await fetch(inject('sharedServiceUrl') + path)
  if (!reply.ok) throw new Error(`could not start the shared service: ${await reply.text()}`)
  return (await reply.json()) as T
}

/** Starts a separate service, for test files that change its settings or state shared by all of its clients. */
export async function ownWorld(settings: Record<string, string> = {}) {
  const { close, ...world } = await openJourneyWorld(inject('world'), settings)
  atEnd(close)
  return world
}

/** Returns the shared service (or the given one), a new client, and this process's browser. */
export async function startJourneys(given?: JourneyWorld) {
  const world = given ?? (await sharedWorld())
  const browser = await shareBrowser(world)
  atEnd(browser.close)
  const lender = await world.aClient()

  type How = WalkOptions & { client?: E2eClient; viewport?: Viewport; user?: object; locale?: string }

  /** Runs a story for a sandbox person in a separate browser context; fails on any fault recorded by the guard. */
  async function journeyOf(
    userName: string,
    story: (walk: Walk, person: Awaited<ReturnType<typeof world.aPerson>>) => Promise<void>,
    { client = lender, viewport = 'phone', user = {}, locale = 'en-GB', ...options }: How = {},
  ) {
    const person = await world.aPerson(client, userName, user)
    const visit = await browser.visit(viewport, { locale })
    const walk = startWalk(visit, options)
    try {
      await story(walk, person)
    } catch (error) {
      const faults = [...walk.faults, ...visit.watch.takeFaults(), ...visit.watch.refusals].join('\n')
      const seen = await walk.page
        .locator('body')
        .textContent({ timeout: 1_000 })
        .catch(() => '')
      throw new Error(`${(error as Error).message}\nat ${walk.page.url()}\n${faults}\n${seen}`, {
        cause: error,
      })
    }
    expect([...walk.faults, ...visit.watch.takeFaults()]).toEqual([])
    await visit.context.close()
  }

  return { world, browser, lender, journeyOf }
}
