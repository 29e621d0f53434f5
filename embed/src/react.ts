'use client'

import {
  createElement,
  type ReactElement,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type EmbedOptions, type Journey, type JourneyHandlers, mountJourney, openJourney } from './index.ts'

export type InlineJourneyProps = EmbedOptions & { className?: string | undefined; id?: string | undefined }

/**
 * Shows the journey as part of the page. Another link or language starts it again. Unmounting removes it without calling
 * a handler.
 */
export function InlineJourney({
  link,
  language,
  onEvent,
  onExit,
  className,
  id,
}: InlineJourneyProps): ReactElement {
  const container = useRef<HTMLDivElement>(null)
  const handlers = useLatest({ onEvent, onExit })
  useEffect(() => {
    const element = container.current
    if (!element) return undefined
    const { discard } = begin(handlers, (own) => mountJourney(element, { ...own, link, language }))
    return discard
  }, [link, language, handlers])
  return createElement('div', { ref: container, className, id })
}

export type JourneyDialogOptions = Omit<EmbedOptions, 'link'>

export type JourneyDialog = {
  isOpen: boolean
  /** Opens the journey in a dialog. Does nothing if the component was unmounted while it waited for the link. */
  open(link: string): void
  /** Closes the dialog at once, without a confirmation. */
  close(): void
}

/** Opens the journey in a dialog, for example on a click. Unmounting removes it without calling a handler. */
export function useJourney({ language, onEvent, onExit }: JourneyDialogOptions = {}): JourneyDialog {
  const [isOpen, setIsOpen] = useState(false)
  const opened = useRef<(StartedJourney & { link: string }) | undefined>(undefined)
  const isMounted = useRef(false)
  const latest = useLatest<JourneyDialogOptions>({
    language,
    onEvent,
    onExit: (exit) => {
      opened.current = undefined
      setIsOpen(false)
      onExit?.(exit)
    },
  })

  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      opened.current?.discard()
      opened.current = undefined
    }
  }, [])

  const open = useCallback(
    (link: string) => {
      if (!isMounted.current || opened.current?.link === link) return
      const { language } = latest.current
      const started = begin(latest, (own) => openJourney({ ...own, link, language }))
      opened.current = { ...started, link }
      setIsOpen(true)
    },
    [latest],
  )
  const close = useCallback(() => opened.current?.close(), [])
  return { isOpen, open, close }
}

type StartedJourney = {
  close(): void
  /** Removes the journey without calling a handler. */
  discard(): void
}

/** Starts a journey that calls the latest handlers, until it is discarded. */
function begin(
  latest: RefObject<JourneyHandlers>,
  start: (handlers: JourneyHandlers) => Journey,
): StartedJourney {
  let isDiscarded = false
  const { close } = start({
    onEvent: (event) => {
      if (!isDiscarded) latest.current.onEvent?.(event)
    },
    onExit: (exit) => {
      if (!isDiscarded) latest.current.onExit?.(exit)
    },
  })
  return {
    close,
    discard() {
      isDiscarded = true
      close()
    },
  }
}

/** Returns a ref with the value of the last render, so that a new handler does not start the journey again. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const ref = useRef(value)
  useEffect(() => {
    ref.current = value
  })
  return ref
}
