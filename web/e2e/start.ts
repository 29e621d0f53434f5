import { expect, inject } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { shareBrowser, type Viewport } from './browser.ts'
import type { E2eService } from './service.ts'
import { startWalk, type Walk, type WalkOptions } from './walk.ts'
import { connectTo, type E2eClient, type JourneyWorld, openJourneyWorld } from './world.ts'

let connecting: Promise<JourneyWorld> | undefined

/** The service that all files of the run share. Never move its sandbox's clock or take one of its providers down. */
export function sharedWorld() {
  connecting ??= askShared<E2eService>('/service').then(connectTo)
  return connecting
}

export async function askShared<T>(path: '/service' | '/populated-client'): Promise<T> {
  const reply = await fetch(inject('sharedServiceUrl') + path)
  if (!reply.ok) throw new Error(`could not start the shared service: ${await reply.text()}`)
  return (await reply.json()) as T
}

/** A service of the file's own, for files that change what all clients of a service share. */
export async function ownWorld() {
  const { close, ...world } = await openJourneyWorld(inject('world'))
  atEnd(close)
  return world
}

/** The shared service unless the file brings its own, a new client, and this process's browser. */
export async function startJourneys(given?: JourneyWorld) {
  const world = given ?? (await sharedWorld())
  const browser = await shareBrowser(world)
  atEnd(browser.close)
  const lender = await world.aClient()

  type How = WalkOptions & { client?: E2eClient; viewport?: Viewport; user?: object; locale?: string }

  /** Runs the story of a sandbox person in a browser context of their own; fails on any fault the guard saw. */
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
