import { dress, texts } from './look.ts'
import { boundedHeight } from './messages.ts'
import type { Language, OpenOptions } from './types.ts'

type Wishes = {
  /** Called when the person wants to leave, by Escape, the close button or the device's back gesture. */
  onLeave(): void
  /** Called when the browser has closed the dialog without asking. */
  onGone(): void
  onRetry(): void
}

export type EmbedStage = ReturnType<typeof openStage>

/** Creates the frame, its surroundings, and the loading and error states. */
export function openStage(options: OpenOptions, address: string, wishes: Wishes) {
  dress()
  const before = document.activeElement
  const words = texts[options.language as Language] ?? texts.en
  const frame = frameFor(address, words.title)
  const status = document.createElement('div')
  status.className = 'payproof-status'
  status.setAttribute('role', 'status')
  const stage = document.createElement('div')
  stage.className = 'payproof-stage'
  stage.append(frame)
  const dialog = options.mode === 'dialog' ? dialogAround(stage, words, wishes) : undefined

  if (dialog) {
    document.body.append(dialog)
    dialog.showModal()
  } else if (options.mode === 'inline') {
    stage.classList.add('payproof-inline')
    options.container.append(stage)
  }
  show()

  function show(...actions: HTMLElement[]) {
    const line = document.createElement('p')
    line.textContent = actions.length ? words.failed : words.opening
    status.replaceChildren(line, ...actions)
    if (!status.isConnected) stage.append(status)
  }

  return {
    frame,
    isThere: () => frame.isConnected,
    showFailure() {
      show(
        buttonFor(words.again, () => {
          show()
          frame.src = address
          wishes.onRetry()
        }),
      )
    },
    /** Shows the journey once it has responded, and in a dialog gives it the focus. */
    showJourney() {
      status.remove()
      if (dialog?.contains(document.activeElement)) frame.focus()
    },
    setHeight(requested: unknown) {
      const height = boundedHeight(requested)
      if (!dialog && height) frame.style.height = `${height}px`
    },
    /** Scrolls to the top of a new view, even if the frame is taller than the window. */
    showTop() {
      if (!dialog && frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
    },
    /** Scrolls a part of the frame into view unless it is fully visible. */
    showPart(top: unknown, bottom: unknown) {
      if (dialog || typeof top !== 'number' || typeof bottom !== 'number') return
      const above = frame.getBoundingClientRect().top
      if (above + top >= 0 && above + bottom <= window.innerHeight) return
      window.scrollBy(0, above + (top + bottom - window.innerHeight) / 2)
    },
    remove() {
      const hadFocus = stage.contains(document.activeElement) || dialog?.contains(document.activeElement)
      dialog?.close()
      ;(dialog ?? stage).remove()
      if (hadFocus && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true })
    },
  }
}

function frameFor(address: string, title: string) {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.allow = 'camera'
  frame.referrerPolicy = 'no-referrer'
  // allow-top-navigation is missing on purpose: the frame must not navigate the page around it.
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads',
  )
  frame.src = address
  return frame
}

function dialogAround(stage: HTMLElement, words: { title: string; close: string }, wishes: Wishes) {
  const dialog = document.createElement('dialog')
  dialog.className = 'payproof-dialog'
  dialog.setAttribute('aria-label', words.title)
  const bar = document.createElement('div')
  bar.className = 'payproof-bar'
  const cross = buttonFor('×', wishes.onLeave)
  cross.setAttribute('aria-label', words.close)
  bar.append(cross)
  dialog.append(bar, stage)
  dialog.addEventListener('cancel', (event) => {
    // The cancel event of file inputs bubbles up to the dialog; it is ignored.
    if (event.target !== dialog) return
    event.preventDefault()
    wishes.onLeave()
  })
  dialog.addEventListener('close', wishes.onGone)
  return dialog
}

function buttonFor(text: string, onClick: () => void) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = text
  button.addEventListener('click', () => onClick())
  return button
}
