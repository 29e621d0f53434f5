// Script of the API reference: language tabs, copy buttons, the chapter menu, and samples with the reader's sandbox
// key. It has no imports, because write.ts only strips its types before the server serves it.

const languageItem = 'payproof-sample-language'
const keyItem = 'payproof-sandbox-key'
/** Channel on which the console passes its newest sandbox key: web/console/api-keys/sandbox-key.ts. */
const keyChannel = 'payproof-sandbox-key'
/**
 * Format of sandbox keys. Production keys begin with svc_live_ and are rejected, because samples are pasted into
 * shells, notes and tickets.
 */
const sandboxKey = /^svc_sbx_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/

const all = <T extends HTMLElement>(selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<T>(selector),
]

function selectLanguage(language: string) {
  for (const tab of all('[role=tab]')) {
    const isSelected = tab.dataset.language === language
    tab.setAttribute('aria-selected', String(isSelected))
    tab.tabIndex = isSelected ? 0 : -1
  }
  for (const panel of all('[role=tabpanel]')) panel.hidden = panel.dataset.language !== language
}

function setUpTabs() {
  for (const list of all('[role=tablist]')) {
    const tabs = all('[role=tab]', list)
    for (const [at, tab] of tabs.entries()) {
      // Samples above this one change their height, too, so the page is scrolled to keep the clicked tab in place.
      const select = (selected: HTMLElement) => {
        const before = selected.getBoundingClientRect().top
        selectLanguage(selected.dataset.language ?? '')
        scrollBy({ top: selected.getBoundingClientRect().top - before, behavior: 'instant' })
        localStorage.setItem(languageItem, selected.dataset.language ?? '')
      }
      tab.addEventListener('click', () => select(tab))
      tab.addEventListener('keydown', (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
        const next = step && tabs.at((at + step) % tabs.length)
        if (!next) return
        event.preventDefault()
        select(next)
        next.focus()
      })
    }
  }
  const kept = localStorage.getItem(languageItem)
  if (kept && all(`[role=tab][data-language="${CSS.escape(kept)}"]`).length > 0) selectLanguage(kept)
}

function setUpCopying() {
  for (const button of all('button.copy')) {
    button.hidden = false
    const label = button.firstChild as Text
    button.addEventListener('click', async () => {
      const shown = button.closest('.sample')?.querySelector('[role=tabpanel]:not([hidden]) code')
      const isCopied = await navigator.clipboard.writeText(shown?.textContent ?? '').then(
        () => true,
        () => false,
      )
      label.data = isCopied ? 'Copied' : 'Not allowed'
      setTimeout(() => {
        label.data = 'Copy'
      }, 2_000)
    })
  }
}

function setUpMenu() {
  const button = document.querySelector('.toggle')
  const menu = document.querySelector<HTMLElement>('#chapters')
  button?.addEventListener('click', () => {
    const isOpen = menu?.toggleAttribute('data-open') ?? false
    button.setAttribute('aria-expanded', String(isOpen))
  })
  menu?.addEventListener('click', (event) => {
    if (!(event.target instanceof HTMLAnchorElement)) return
    menu.removeAttribute('data-open')
    button?.setAttribute('aria-expanded', 'false')
  })
}

/** Inserts the key and this server's URL into the samples, or shows the variables again. */
function showKey(key: string | null) {
  const values: Record<string, string | null> = {
    key,
    url: key && location.origin,
    client: key && `new Payproof({\n  baseUrl: '${location.origin}',\n  apiKey: '${key}',\n})`,
  }
  for (const place of all('[data-fill]')) {
    place.dataset.variable ??= place.textContent ?? ''
    const quote = place.dataset.quotes === 'double' ? '"' : ''
    const value = values[place.dataset.fill ?? '']
    place.textContent = value ? `${quote}${value}${quote}` : place.dataset.variable
  }
  for (const form of all<HTMLFormElement>('form.key')) {
    const forget = form.querySelector<HTMLElement>('.forget')
    if (forget) forget.hidden = !key
    announce(form, key ? `The samples use the key that ends in ${key.slice(-4)}.` : '')
  }
}

function announce(form: HTMLFormElement, text: string) {
  const status = form.querySelector('[role=status]')
  if (status) status.textContent = text
}

function keepKey(key: string) {
  sessionStorage.setItem(keyItem, key)
  showKey(key)
}

function setUpKey() {
  for (const form of all<HTMLFormElement>('form.key')) {
    form.hidden = false
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const input = form.querySelector('input')
      const key = input?.value.trim() ?? ''
      if (!sandboxKey.test(key)) return announce(form, 'Enter a sandbox key. It begins with svc_sbx_.')
      if (input) input.value = ''
      keepKey(key)
    })
    form.querySelector('.forget')?.addEventListener('click', () => {
      sessionStorage.removeItem(keyItem)
      showKey(null)
    })
  }
  const kept = sessionStorage.getItem(keyItem)
  if (kept && sandboxKey.test(kept)) return showKey(kept)
  const channel = new BroadcastChannel(keyChannel)
  channel.addEventListener('message', ({ data }) => {
    if (data?.kind !== 'key' || !sandboxKey.test(data.key)) return
    channel.close()
    keepKey(data.key)
  })
  channel.postMessage({ kind: 'request' })
}

/** Opens the operation that a link to the former reference addressed: `/docs/reference/#tag/users/POST/users`. */
function followFormerLink() {
  if (!location.hash.startsWith('#tag/')) return
  const former = decodeURIComponent(location.hash.slice(1))
  const link = all<HTMLAnchorElement>('[data-former]').find(({ dataset }) => dataset.former === former)
  const chapter = all<HTMLAnchorElement>('.chapter h2 a').find((one) =>
    one.href.endsWith(`/${former.slice(4)}`),
  )
  const target = link ?? chapter
  if (target) location.replace(target.href)
}

followFormerLink()
setUpTabs()
setUpCopying()
setUpMenu()
setUpKey()
